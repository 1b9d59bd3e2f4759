// SPDX-License-Identifier: GPL-2.0
/* A fuzzer with a planted bug that it must find: this tests the fuzzing itself. */
#define FB_PLANTED

#include "fuzz_benchconf.c"
