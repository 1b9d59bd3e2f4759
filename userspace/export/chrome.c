// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "export/chrome.h"
#include "lib/escape.h"

void fb_chrome_head(struct fb_chrome *c, const char *ph, unsigned int pid, unsigned int tid,
		    int64_t at)
{
	/* Microseconds, to the nanosecond: no float would do. */
	fprintf(c->f, "%s{\"ph\": \"%s\", \"pid\": %u, \"tid\": %u, \"ts\": %" PRId64 ".%03d",
		c->comma ? ",\n" : "\n", ph, pid, tid, at / 1000, (int)(at % 1000));
	c->comma = true;
}

void fb_chrome_dur(struct fb_chrome *c, int64_t ns)
{
	fprintf(c->f, ", \"dur\": %" PRId64 ".%03d", ns / 1000, (int)(ns % 1000));
}

void fb_chrome_name(struct fb_chrome *c, const char *key, const char *name)
{
	fprintf(c->f, ", \"%s\": ", key);
	fb_put_json(c->f, name, strlen(name));
}

void fb_chrome_label(struct fb_chrome *c, const char *what, unsigned int pid, unsigned int tid,
		     const char *name)
{
	fprintf(c->f, "%s{\"ph\": \"M\", \"pid\": %u, \"tid\": %u, \"name\": \"%s\", \"args\": {",
		c->comma ? ",\n" : "\n", pid, tid, what);
	c->comma = true;
	fputs("\"name\": ", c->f);
	fb_put_json(c->f, name, strlen(name));
	fputs("}}", c->f);
}

void fb_chrome_arrow(struct fb_chrome *c, const char *name, const struct fb_chrome_arrow *from,
		     unsigned int pid, unsigned int tid, int64_t at)
{
	if (at < from->at) {
		c->left_out++;
		return;
	}
	c->arrows++;
	fb_chrome_head(c, "s", FB_CHROME_CPUS, from->tid, from->at);
	fprintf(c->f, ", \"id\": %" PRIu64 ", \"cat\": \"packet\"", c->arrows);
	fb_chrome_name(c, "name", name);
	fputc('}', c->f);
	fb_chrome_head(c, "f", pid, tid, at);
	fprintf(c->f, ", \"bp\": \"e\", \"id\": %" PRIu64 ", \"cat\": \"packet\"", c->arrows);
	fb_chrome_name(c, "name", name);
	fputc('}', c->f);
}
