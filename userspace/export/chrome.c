// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "export/chrome.h"
#include "lib/escape.h"

void fb_chrome_head(struct fb_chrome *c, const char *ph, unsigned int pid, unsigned int tid,
		    int64_t at)
{
	/* Microseconds, to the nanosecond: no float would do. */
	fb_out_text(c->out, c->comma ? ",\n{\"ph\": \"" : "\n{\"ph\": \"");
	fb_out_text(c->out, ph);
	fb_out_named(c->out, "\", \"pid\": ", pid);
	fb_out_named(c->out, ", \"tid\": ", tid);
	fb_out_text(c->out, ", \"ts\": ");
	fb_out_us(c->out, at, 0);
	c->comma = true;
}

void fb_chrome_dur(struct fb_chrome *c, int64_t ns)
{
	fb_out_text(c->out, ", \"dur\": ");
	fb_out_us(c->out, ns, 0);
}

void fb_chrome_name(struct fb_chrome *c, const char *key, const char *name)
{
	fb_out_text(c->out, ", \"");
	fb_out_text(c->out, key);
	fb_out_text(c->out, "\": ");
	fb_put_json(c->out, name, strlen(name));
}

void fb_chrome_label(struct fb_chrome *c, const char *what, unsigned int pid, unsigned int tid,
		     const char *name)
{
	fb_out_printf(c->out,
		      "%s{\"ph\": \"M\", \"pid\": %u, \"tid\": %u, \"name\": \"%s\", \"args\": {",
		      c->comma ? ",\n" : "\n", pid, tid, what);
	c->comma = true;
	fb_out_text(c->out, "\"name\": ");
	fb_put_json(c->out, name, strlen(name));
	fb_out_text(c->out, "}}");
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
	fb_out_printf(c->out, ", \"id\": %" PRIu64 ", \"cat\": \"packet\"", c->arrows);
	fb_chrome_name(c, "name", name);
	fb_out_char(c->out, '}');
	fb_chrome_head(c, "f", pid, tid, at);
	fb_out_printf(c->out, ", \"bp\": \"e\", \"id\": %" PRIu64 ", \"cat\": \"packet\"",
		      c->arrows);
	fb_chrome_name(c, "name", name);
	fb_out_char(c->out, '}');
}
