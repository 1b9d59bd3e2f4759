// SPDX-License-Identifier: GPL-2.0
/* A fuzzer with a bug that it must find: so that fuzzing itself can fail its test. */
#define FB_PLANTED

#include "fuzz_benchconf.c"
