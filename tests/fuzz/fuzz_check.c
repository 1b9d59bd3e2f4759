// SPDX-License-Identifier: GPL-2.0
/*
 * A check of flowbench validate: the head of its file and, after a NUL byte, the lines that it prints.
 * Each input must be judged, and give one line of KTAP with comments before it.
 */
#include "fuzz.h"

#include <errno.h>

#include "check/check.h"
#include "check/variant.h"

static struct fb_check check;

static void check_ktap(const struct fb_check *c)
{
	struct fuzz_out out;
	unsigned int lines = 0;
	char *line, *rest;

	fuzz_out_begin(&out);
	fb_check_print(c, 1, true, out.f);
	fuzz_out_end(&out);
	rest = out.text;
	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, "ok ", 3) || !strncmp(line, "not ok ", 7))
			lines++;
		else
			fuzz_must(!*line || *line == '#' || *line == ' ');
	}
	fuzz_must(lines == 1);
	free(out.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *head = fuzz_part(&data, &size), *said = fuzz_text(data, size);
	struct fb_error error = { "" };
	struct fb_variant v = { 0 }, last = { 0 };
	char *line, *rest = said;
	char name[FB_CHECK_NAME];
	int ret, status;

	ret = fb_variants_agree("fuzz-KIND-46", head, &error);
	fuzz_must(!ret || (ret == -EINVAL && *error.text));
	/* The last check of the file */
	for (status = 0; !ret && fb_variant_next(head, &v); status++)
		last = v;
	fb_variant_name(name, sizeof(name), "fuzz-KIND-46", &last);
	fuzz_must(ret || (status > 1 && status % 2 == 0 && !strstr(name, "KIND")));
	ret = fb_check_head(&check, "fuzz", ret ? NULL : &last, head, "6.12.107+deb13-amd64", NULL,
			    &error);
	fuzz_must(!ret || (ret == -EINVAL && *error.text));
	if (!ret) {
		fuzz_must(*check.proves && *check.topology);
		while ((line = strsep(&rest, "\n"))) {
			ret = fb_check_record(&check, line);
			fuzz_must(!ret || ret == -EINVAL || ret == -E2BIG);
		}
		fuzz_must(check.nr_claims <= FB_CHECK_CLAIMS && check.nr_notes <= FB_CHECK_NOTES);
		for (status = -1; status < 2; status++) {
			fb_check_judge(&check, status);
			fuzz_must(fb_check_outcome_name(check.outcome));
			fuzz_must(check.outcome == FB_CHECK_PASSED || *check.why.text);
			(void)fb_check_good(&check, false);
			check_ktap(&check);
		}
	}
	free(head);
	free(said);
	return 0;
}
