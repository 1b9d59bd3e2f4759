// SPDX-License-Identifier: GPL-2.0
/* Texts for the files that take words. Those for "config" are in texts.c. */
#define _GNU_SOURCE
#include <string.h>

#include "flowbench_uapi.h"
#include "guest.h"
#include "texts.h"

/* Switching hooks is slow, so most lines end with an unknown hook and are refused. */
static size_t make_hooks(char *to)
{
	static const char *const names[] = {
		"all", "ip_forward",   "ip_rcv_core", "nf_hook_slow", "nf_conntrack_in",
		"",    "no_such_hook", "ip_",	      "all2",	      "xfrm_lookup",
	};
	unsigned int words = guest_below(6);
	size_t at = 0;

	while (words--)
		at = texts_add(to, at, "%s%s%s",
			       guest_one_in(20)	 ? ""
			       : guest_one_in(2) ? "+"
						 : "-",
			       SOME(names), guest_one_in(3) ? "\n" : " ");
	if (guest_below(500))
		at = texts_add(to, at, "+none");
	return at;
}

static size_t make_mark(char *to)
{
	static const unsigned int lengths[] = { 0, 1, 2, 17, 100, 253, 254, 255, 256, 257, 4096 };
	unsigned int len = SOME(lengths);
	size_t at = 0;

	while (len--)
		to[at++] = (char)(' ' + guest_below(95));
	if (guest_one_in(6))
		at = texts_add(to, at, "*/");
	if (guest_one_in(2))
		at = texts_add(to, at, "\n");
	return at;
}

static size_t make_run(char *to)
{
	static const char *const words[] = {
		"roun",		  "rounds", "warm", "ROUND", "warmupwarmupw",
		"warmupwarmupwa", "round;", "",	    "\n",    "rou nd"
	};

	if (guest_below(100))
		return texts_add(to, 0, "%s%s", SOME(words), guest_one_in(2) ? "\n" : "");
	return texts_add(to, 0, "%s%s%s", guest_one_in(4) ? " " : "",
			 guest_one_in(3) ? FB_RUN_WARMUP : FB_RUN_ROUND,
			 guest_one_in(2) ? "\n" : "");
}

/* Attaching is slow, so most texts end with a word that is refused. */
static size_t make_why(char *to)
{
	static const char *const words[] = {
		FB_WHY_ON,	   FB_WHY_ON, FB_WHY_OFF, FB_WHY_RULES, "rate=1",   "rate=100000",
		"rate=100001",	   "rate=0",  "rate=",	  "rate=+7",	"rate=0x1", "rate",
		"rate=4294967297", "=",	      "on=",	  "rules=1",	"",	    "ON",
	};
	unsigned int count = 1 + guest_below(3);
	size_t at = 0;

	while (count--)
		at = texts_add(to, at, "%s%s", SOME(words), guest_one_in(4) ? "\n" : " ");
	if (guest_below(200))
		at = texts_add(to, at, "none");
	return at;
}

/* Switching on takes a grace period, so most texts end with a word that is refused. */
static size_t make_control(char *to)
{
	static const char *const verbs[] = { FB_HW_ON,	FB_HW_ON, FB_HW_SET, FB_HW_SET,
					     FB_HW_OFF, "on off", "ON",	     "" };
	static const char *const devices[] = { "in0",  "in0,out0", "out0,in0", "in0,in0", "lo,no0",
					       "in0,", ",",	   "",	       "in0/" };
	static const char *const keys[] = {
		FB_HW_KEY_TABLE,  FB_HW_KEY_REFUSE, FB_HW_KEY_ERROR, FB_HW_KEY_SLEEP,
		FB_HW_KEY_MODE,	  FB_HW_KEY_AS,	    FB_HW_KEY_STATS, FB_HW_KEY_DELAY,
		FB_HW_KEY_FORGET, FB_HW_KEY_KEEP,   FB_HW_KEY_DEV,   "",
	};
	static const char *const values[] = {
		"0",	  "1",	  "4096",     "10000",	 "65536",   "65537", "1000001",
		"600001", "-1",	  "+1",	      "0x10",	 "",	    "=",     "18446744073709551617",
		"ENOSPC", "hold", "shadow",   "forward", "delayed", "stuck", "mtk",
		"tiny",	  "slow", "EINVALID", "any,mtk",
	};
	unsigned int count = guest_below(4);
	const char *verb = SOME(verbs);
	size_t at = texts_add(to, 0, "%s", verb);

	if (!strcmp(verb, FB_HW_ON) && guest_below(8))
		at = texts_add(to, at, " %s=%s", FB_HW_KEY_DEV, SOME(devices));
	while (count--)
		at = texts_add(to, at, "%s%s=%s", guest_one_in(4) ? "\n" : " ", SOME(keys),
			       SOME(values));
	if (guest_below(100))
		at = texts_add(to, at, " none");
	return at;
}

static size_t make_observed(char *to)
{
	static const char *const words[] = { FB_HW_ON, FB_HW_OFF, FB_HW_OFF, FB_HW_SET,
					     "on off", "o",	  "",	     "ON" };

	return texts_add(to, 0, "%s%s%s%s", guest_one_in(4) ? " " : "", guest_below(50) ? "no" : "",
			 SOME(words), guest_one_in(2) ? "\n" : "");
}

static size_t make_huge(uint8_t *bytes, size_t len)
{
	static const unsigned int sizes[] = { 255,  256,  257,	4094,  4095,  4096,
					      4097, 4098, 8192, 16384, 65535, 65536 };
	size_t size = SOME(sizes);

	/* Repeats the text, or adds lines without meaning. */
	if (guest_one_in(2) && len) {
		for (size_t i = len; i < size; i++)
			bytes[i] = bytes[i - len];
		return size;
	}
	for (size_t i = len; i < size; i++)
		bytes[i] = '\n';
	return len < size ? size : len;
}

/* Makes a text for the file, valid or not, of at most TEXT_MAX bytes. */
size_t texts_make(const char *file, uint8_t *bytes)
{
	static const struct {
		const char *file;
		size_t (*make)(char *to);
	} makers[] = {
		{ FB_FILE_CONFIG, texts_config },
		{ FB_FILE_HOOKS, make_hooks },
		{ FB_FILE_MARK, make_mark },
		{ FB_FILE_RUN, make_run },
		{ FB_FILE_WHY, make_why },
		{ FB_FILE_HW_CONTROL, make_control },
		{ FB_FILE_HW_OBSERVED, make_observed },
	};
	size_t (*make)(char *to) = SOME(makers).make;
	size_t len;

	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++)
		if (!strcmp(makers[i].file, file) && guest_below(32))
			make = makers[i].make;
	len = make((char *)bytes);

	switch (guest_below(16)) {
	case 0:
	case 1:
	case 2:
		for (unsigned int times = 1 + guest_below(4); times; times--)
			len = guest_mutate(bytes, len, TEXT_MAX);
		break;
	case 3:
		len = guest_below(guest_one_in(8) ? 5000 : 64);
		guest_bytes(bytes, len);
		break;
	case 4:
		if (guest_one_in(4))
			len = make_huge(bytes, len);
		break;
	}
	return len;
}
