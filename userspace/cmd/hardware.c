// SPDX-License-Identifier: GPL-2.0
/* flowbench hardware: the rules that flowtables have given to the module's model of hardware. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/hardware_observe.h"
#include "flowbench_uapi.h"
#include "hardware/rule_words.h"
#include "json/json.h"
#include "lib/message.h"
#include "lib/print.h"
#include "lib/words.h"
#include "system/debugfs.h"

#define FILE_OF(name) FB_DIR_HARDWARE "/" name

struct options {
	bool json;
	bool observe;
	double interval;
};

static const struct fb_option options[] = {
	{ "json", FB_FLAG(json), .help = "JSON (flowbench.hardware/1)" },
	{ "observe", FB_FLAG(observe), .without = "json",
	  .help = "print what flowtables of this network namespace ask of any hardware, and how many devices said yes",
	  .more = "It needs no model: the author of a driver sees what his driver is asked." },
	{ "for", FB_REAL(interval, 0.1, 86400), .arg = "SECONDS", .with = "observe",
	  .help = "how long to observe", .usual = "until ^C" },
	{ NULL },
};

/* The connection that the user asks about. */
struct connection {
	bool asked;
	uint8_t proto;
	union fb_sockaddr end;
};

/* What the module's files say. */
struct texts {
	char *control;
	char *rules;
	char *refused;
	char *counters;
};

/* Takes the rules of a text that are meant, one after the other. Returns their number or a negative errno. */
static int each_rule(const char *text, const struct connection *c, bool source, json_t *list)
{
	char *copy = strdup(text), *line, *rest = NULL;
	struct fb_error error = { "" };
	struct fb_hw_rule rule;
	int ret = copy ? 0 : -ENOMEM, nr = 0;

	for (line = copy ? strtok_r(copy, "\n", &rest) : NULL; line && !ret;
	     line = strtok_r(NULL, "\n", &rest)) {
		ret = fb_hw_rule_parse(line, &rule, &error);
		if (ret) {
			fb_print_error(FB_DIR_HARDWARE ": %s", fb_error_text(&error, ret));
			break;
		}
		if (c->asked && !fb_hw_rule_is_of(&rule, c->proto, &c->end, source))
			continue;
		nr++;
		if (!list)
			fb_hw_rule_print(&rule, stdout);
		else if (json_array_append_new(list, fb_hw_rule_json(&rule)))
			ret = -ENOMEM;
	}
	free(copy);
	return ret ? ret : nr;
}

/* One direction of the connection: its rule, or why there is none. */
static int print_direction(const struct texts *t, const struct connection *c, bool source,
			   const char *end)
{
	int nr = each_rule(t->rules, c, source, NULL);

	if (!nr)
		nr = each_rule(t->refused, c, source, NULL);
	if (!nr)
		fb_print(
			stdout,
			"no rule %s %s was given: the flow is in no flowtable of this hardware, has "
			"left it, or waits in the kernel's queue\n",
			source ? "from" : "to", end);
	return nr < 0 ? nr : 0;
}

static int print_rules(const struct texts *t, const struct connection *c, const char *end)
{
	int ret;

	if (c->asked) {
		ret = print_direction(t, c, true, end);
		return ret ? ret : print_direction(t, c, false, end);
	}
	ret = each_rule(t->rules, c, false, NULL);
	if (ret >= 0)
		ret = each_rule(t->refused, c, false, NULL);
	return ret < 0 ? ret : 0;
}

/* {"replace": 4, …}: the counters that have a name of their own. */
static json_t *counters_json(char *text)
{
	json_t *out = json_object();
	char *line, *rest = NULL, *value;

	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		value = strchr(line, '=');
		if (!value || strchr(line, ' '))
			continue;
		*value++ = '\0';
		json_object_set_new(out, line, json_integer((json_int_t)strtoull(value, NULL, 10)));
	}
	return out;
}

/* The rules of both directions, if a connection is asked about. */
static int add_rules(const char *text, const struct connection *c, json_t *list)
{
	int ret = each_rule(text, c, true, list);

	if (ret >= 0 && c->asked)
		ret = each_rule(text, c, false, list);
	return ret < 0 ? ret : 0;
}

static int print_json(const struct texts *t, const struct connection *c)
{
	json_t *rules = json_array(), *refused = json_array(), *doc;
	int ret = add_rules(t->rules, c, rules);

	if (!ret)
		ret = add_rules(t->refused, c, refused);
	doc = json_pack("{s:s, s:o, s:o, s:o}", "schema", "flowbench.hardware/1", "rules", rules,
			"refused", refused, "counters", counters_json(t->counters));
	if (!ret)
		ret = doc ? fb_json_dump(doc, 6, stdout) : -ENOMEM;
	json_decref(doc);
	return ret;
}

static int read_file(const char *name, char **text)
{
	int ret = fb_benchfs_read(name, text);

	if (ret == -ENOENT)
		fb_print_error("module flowbench is not loaded, or has no %s: insmod flowbench.ko",
			       name);
	else if (ret)
		fb_print_error("%s: %s", name, strerror(-ret));
	return ret;
}

static int read_files(struct texts *t)
{
	int ret = read_file(FILE_OF(FB_FILE_HW_CONTROL), &t->control);

	if (!ret && !*t->control) {
		fb_print_error("hardware is off: echo '" FB_HW_ON " " FB_HW_KEY_DEV
			       "=DEVICE,...' >/sys/kernel/debug/" FB_DEBUGFS_DIR
			       "/" FILE_OF(FB_FILE_HW_CONTROL));
		return -ENODEV;
	}
	if (!ret)
		ret = read_file(FILE_OF(FB_FILE_HW_RULES), &t->rules);
	if (!ret)
		ret = read_file(FILE_OF(FB_FILE_HW_REFUSED), &t->refused);
	return ret ? ret : read_file(FILE_OF(FB_FILE_HW_COUNTERS), &t->counters);
}

static int read_connection(char **operands, struct connection *c)
{
	c->asked = true;
	if (!strcmp(operands[0], "tcp"))
		c->proto = IPPROTO_TCP;
	else if (!strcmp(operands[0], "udp"))
		c->proto = IPPROTO_UDP;
	else
		return fb_usage("'%.60s': expected tcp or udp", operands[0]);
	if (!operands[1])
		return fb_usage("ADDRESS:PORT is missing behind %s", operands[0]);
	if (fb_sockaddr_pair(operands[1], &c->end))
		return fb_usage(
			"'%.60s': expected an address with a port, as in 10.0.1.2:40000 or [fd00::1]:80",
			operands[1]);
	return FB_STATUS_DONE;
}

static int check_hardware(void *given, int nr, char **operands)
{
	struct connection c = { .asked = false };

	const struct options *o = given;

	if (nr && o->observe)
		return fb_usage("--observe is of all connections");
	return nr ? read_connection(operands, &c) : FB_STATUS_DONE;
}

static int run_hardware(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct connection c = { .asked = false };
	struct texts t = { .control = NULL };
	int ret;

	if (nr && read_connection(operands, &c))
		return FB_STATUS_USAGE;
	if (o->observe)
		return fb_hardware_observe(o->interval) ? FB_STATUS_FAILED : FB_STATUS_DONE;
	ret = read_files(&t);
	if (!ret)
		ret = o->json ? print_json(&t, &c) : print_rules(&t, &c, nr ? operands[1] : "");
	free(t.counters);
	free(t.refused);
	free(t.rules);
	free(t.control);
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

const struct fb_command fb_cmd_hardware = {
	.name = "hardware",
	.what = "the rules that a flowtable has given to hardware",
	.operands = "[tcp|udp ADDRESS:PORT]",
	.most = 2,
	.about =
		"Print the rules that flowtables with `flags offload` have given to the module's model of "
		"hardware, in words: which packets a rule takes, and what it does with them. Then the rules "
		"that it has refused last, and why.\n"
		"With one end of a connection, print which of its two rules there is, and why one is not.\n"
		"With --observe, print what flowtables ask of any hardware: each rule that they give, whether a "
		"device took it, and each that they give up.",
	.notes =
		"The model is switched on in the gateway's network namespace, before the flowtable is "
		"made: echo 'on dev=in0,out0' >/sys/kernel/debug/flowbench/hardware/control",
	.status = "0 done, 1 failed or hardware is off, 2 usage.",
	.example = "sudo flowbench hardware tcp 10.0.1.2:40000",
	.options = options,
	.size = sizeof(struct options),
	.check = check_hardware,
	.run = run_hardware,
};
