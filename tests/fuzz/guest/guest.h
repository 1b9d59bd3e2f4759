/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the guest's fuzzers: repeatable random numbers, counts of refusals, the kernel log. */
#ifndef FB_FUZZ_GUEST_H
#define FB_FUZZ_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than any errno. */
#define GUEST_ERRNO_MAX 256

/**
 * struct guest_tally - counts of inputs
 * @tried: all inputs
 * @taken: inputs that the kernel accepted
 * @refused: inputs that it refused, by errno
 */
struct guest_tally {
	uint64_t tried;
	uint64_t taken;
	uint64_t refused[GUEST_ERRNO_MAX];
};

void guest_seed(uint64_t seed);
uint32_t guest_random(void);
uint32_t guest_below(uint32_t limit);
bool guest_one_in(uint32_t n);
void guest_bytes(uint8_t *bytes, size_t count);
size_t guest_mutate(uint8_t *bytes, size_t len, size_t room);

double guest_now(void);
uint64_t guest_number(const char *option, const char *text);
void guest_at(uint64_t number, const void *bytes, size_t len);
void guest_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void guest_count(struct guest_tally *tally, bool taken, int err);
void guest_tell(const struct guest_tally *tally, const char *what, double seconds);
void guest_progress(const char *file, const char *what, uint64_t done, uint64_t all);

bool guest_has_address(const char *text, size_t len);
void guest_log_open(void);
void guest_log_check(void);

#endif /* FB_FUZZ_GUEST_H */
