// SPDX-License-Identifier: GPL-2.0
/*
 * The grammar of bench/config. A text is accepted as a whole or not at all. An accepted configuration
 * is written key by key, as the module's file shows it, and must be read as the same configuration.
 */
#include "fuzz.h"

/* The module's own source is included here: no other part of the program needs it. */
#include "kmod/bench/conf.c"

static void put_addr(FILE *f, const struct fb_addr *addr)
{
	char text[INET6_ADDRSTRLEN] = "";

	if (addr->family)
		inet_ntop(addr->family == 4 ? AF_INET : AF_INET6, addr->byte, text, sizeof(text));
	fputs(text, f);
}

static size_t size_of(const struct fb_conf_key *key)
{
	if (key->kind == FB_CONF_NAME)
		return FB_DEV_NAME;
	return key->kind == FB_CONF_ADDR ? sizeof(struct fb_addr) : sizeof(unsigned int);
}

/* Writes a key. A key that still has its default may be left out. */
static void put_key(FILE *f, const struct fb_benchconf *conf, const struct fb_benchconf *defaults,
		    const struct fb_conf_key *key)
{
	const void *at = (const char *)conf + key->offset;
	const unsigned int *number = at;

	if (!memcmp(at, (const char *)defaults + key->offset, size_of(key)))
		return;
	fprintf(f, "%s=", key->name);
	switch (key->kind) {
	case FB_CONF_NAME:
		fputs(at, f);
		break;
	case FB_CONF_ADDR:
		put_addr(f, at);
		break;
	case FB_CONF_ENUM:
		fputs(key->names[*number], f);
		break;
	case FB_CONF_PORT:
		if (*number != FB_PORT_AS_SENT)
			fprintf(f, "%u", *number);
		break;
	case FB_CONF_NUMBER:
		fuzz_must(*number >= key->min && *number <= key->max);
		fprintf(f, "%u", *number);
		break;
	}
	fputc('\n', f);
}

static void check_addr(const struct fb_benchconf *conf, const struct fb_addr *given)
{
	struct fb_addr addr;

	fb_benchconf_addr(conf, given, &addr);
	fuzz_must(addr.family == conf->family);
}

#ifdef FB_PLANTED
/* A planted bug: a text with this word gets no room for its end. */
static void plant(const char *text)
{
	char *copy;

	if (!strstr(text, "planted"))
		return;
	copy = fuzz_alloc(strlen(text));
	strcpy(copy, text);
	fuzz_must(!strcmp(copy, text));
	free(copy);
}

/* A planted delay: a square of the size, and of minutes for long inputs only. */
static void plant_delay(size_t size)
{
	volatile uint64_t left;

	for (left = size > 10000 ? (uint64_t)size * size * 20 : 0; left; left--)
		;
}
#endif

static void check_taken(const struct fb_benchconf *conf)
{
	const struct fb_conf_key *key;
	struct fb_conf_error error;
	struct fb_benchconf again;
	struct fuzz_out out;
	unsigned int i;

	fb_benchconf_defaults(&again);
	fuzz_out_begin(&out);
	for (i = 0; (key = fb_benchconf_key(i)); i++)
		put_key(out.f, conf, &again, key);
	fuzz_out_end(&out);
	fuzz_must(!fb_benchconf_parse(&again, out.text, &error));
	fuzz_must(!memcmp(conf, &again, sizeof(again)));
	free(out.text);
	check_addr(conf, &conf->src);
	check_addr(conf, &conf->dst);
	check_addr(conf, &conf->expect_src);
	check_addr(conf, &conf->expect_dst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fb_benchconf conf, before;
	struct fb_conf_error error;
	int ret;

#ifdef FB_PLANTED
	plant_delay(size);
#endif
	fb_benchconf_defaults(&conf);
	/* Several texts one after the other, like several writes to the file. */
	do {
		char *text = fuzz_part(&data, &size);

#ifdef FB_PLANTED
		plant(text);
#endif
		before = conf;
		memset(&error, 0, sizeof(error));
		ret = fb_benchconf_parse(&conf, text, &error);
		if (ret) {
			fuzz_must(ret == -EINVAL && error.reason);
			fuzz_must(memchr(error.key, '\0', sizeof(error.key)));
			fuzz_must(!memcmp(&conf, &before, sizeof(conf)));
		} else {
			check_taken(&conf);
		}
		free(text);
	} while (size);
	return 0;
}
