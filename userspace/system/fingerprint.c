// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/message.h"
#include "json/json.h"
#include "system/fingerprint.h"
#include "file/paths.h"

/* Splits a text into key=value lines. @fp owns the text from now on, also on error. */
static int parse(struct fb_fingerprint *fp, char *text)
{
	char *rest = text, *row;

	memset(fp, 0, sizeof(*fp));
	fp->text = text;
	while ((row = strsep(&rest, "\n"))) {
		char *eq = strchr(row, '=');

		if (!*row || *row == '#')
			continue;
		if (!eq || eq == row || fp->nr == FB_FINGERPRINT_MAX) {
			fb_fingerprint_free(fp);
			return -EINVAL;
		}
		*eq = '\0';
		fp->pair[fp->nr].key = row;
		fp->pair[fp->nr++].value = eq + 1;
	}
	return 0;
}

int fb_fingerprint_from_json(struct fb_fingerprint *fp, const json_t *js)
{
	json_t *doc = (json_t *)js;
	size_t len = 0;
	char *text;
	void *it;
	FILE *f;

	f = open_memstream(&text, &len);
	if (!f)
		return -ENOMEM;
	for (it = json_object_iter(doc); it; it = json_object_iter_next(doc, it)) {
		const char *v = json_string_value(json_object_iter_value(it));

		fprintf(f, "%s=%s\n", json_object_iter_key(it), v ? v : "");
	}
	fclose(f);
	return parse(fp, text);
}

json_t *fb_fingerprint_json(const struct fb_fingerprint *fp)
{
	json_t *js = json_object();
	size_t i;

	for (i = 0; i < fp->nr; i++)
		json_object_set_new(js, fp->pair[i].key, fb_json_string(fp->pair[i].value));
	return js;
}

int fb_fingerprint_add(struct fb_fingerprint *fp, const char *key, const char *value)
{
	if (fp->nr == FB_FINGERPRINT_MAX)
		return -ENOSPC;
	fp->pair[fp->nr++] = (struct fb_pair){ key, value };
	return 0;
}

const char *fb_fingerprint_get(const struct fb_fingerprint *fp, const char *key)
{
	size_t i;

	for (i = 0; i < fp->nr; i++)
		if (!strcmp(fp->pair[i].key, key))
			return fp->pair[i].value;
	return NULL;
}

void fb_fingerprint_free(struct fb_fingerprint *fp)
{
	free(fp->text);
	memset(fp, 0, sizeof(*fp));
}

/* Copies X of the first "@key : X" to @value; Return: true if there is one. */
static bool cpu_value(const char *text, const char *key, char value[128])
{
	const char *p = strstr(text, key);

	p = p ? strchr(p, ':') : NULL;
	if (p)
		snprintf(value, 128, "%.*s", (int)strcspn(p + 2, "\n"), p + 2);
	return p != NULL;
}

/* The first CPU's model; arm64 has no "model name", and names a model by its implementer and its part. */
static void cpu_model(char model[128])
{
	char *text, implementer[128], part[128];

	strcpy(model, "unknown");
	if (fb_read_file("/proc/cpuinfo", 1024 * 1024, &text, NULL))
		return;
	if (!cpu_value(text, "model name", model) &&
	    cpu_value(text, "CPU implementer", implementer) && cpu_value(text, "CPU part", part))
		snprintf(model, 128, "implementer %.20s, part %.20s", implementer, part);
	free(text);
}

static int native(char **text)
{
	char sum[SHA256_DIGEST_STRING_LENGTH] = "unknown";
	struct utsname uts;
	char model[128];
	int n;

	if (uname(&uts))
		return -errno;
	cpu_model(model);
	if (!SHA256File("/proc/self/exe", sum))
		strcpy(sum, "unknown");
	n = asprintf(
		text,
		"machine=native\nkernel=%s\nkernel_build=%s\ncpu=%s\nsmp=%ld\nprogram_sha256=%s\n",
		uts.release, uts.version, model, sysconf(_SC_NPROCESSORS_ONLN), sum);
	return n < 0 ? -ENOMEM : 0;
}

int fb_fingerprint_read(struct fb_fingerprint *fp)
{
	char path[FB_PATH_MAX];
	struct fb_error error = { "" };
	char *text;
	int ret;

	memset(fp, 0, sizeof(*fp));
	ret = fb_data_path(path, &error, "fingerprint");
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	ret = fb_read_file(path, 65536, &text, NULL);
	if (ret == -ENOENT)
		ret = native(&text);
	return ret ? ret : parse(fp, text);
}
