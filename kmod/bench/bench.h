/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_BENCH_H
#define FB_BENCH_H

int fb_bench_setup(void);
void fb_bench_teardown(void);

#endif /* FB_BENCH_H */
