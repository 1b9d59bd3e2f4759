// SPDX-License-Identifier: GPL-2.0
/* For every option of every command: parsing, --help, completion and manual page agree with its table. */
#include "unit_cmd.h"

int flowbench_main(int argc, char **argv);

#define main flowbench_main
#include "cli/progress.h"
#include "cmd/main.c"
#undef main

static char wanted[4096], found[4096];

static void add(char *list, const char *name, size_t len)
{
	size_t used = strlen(list);

	assert_true(used + len + 2 < sizeof(wanted));
	snprintf(list + used, sizeof(wanted) - used, "%.*s\n", (int)len, name);
}

/* The long options of the table, a line each, in its order. */
static void list_table(const struct fb_command *cmd)
{
	const struct fb_option *o;

	wanted[0] = found[0] = '\0';
	for (o = cmd->options; o && o->name; o++)
		add(wanted, o->name, strlen(o->name));
}

/* What stands behind @form, in which '?' is any character, or NULL. */
static const char *behind(const char *line, const char *form)
{
	for (; *form; form++, line++)
		if (!*line || (*form != '?' && *form != *line))
			return NULL;
	return line;
}

/* The names behind either form at the beginnings of the lines of @text. */
static void list_text(const char *text, const char *one, const char *other)
{
	const char *at;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		at = behind(text, one);
		if (!at)
			at = behind(text, other);
		if (at)
			add(found, at, strspn(at, "abcdefghijklmnopqrstuvwxyz-"));
	}
}

static void help_lists_each_option(void **state)
{
	static const char *const ways[] = { "--help", "-h" };
	char begin[64], *example;
	size_t i, k;

	(void)state;
	for (i = 0; i < NR; i++) {
		for (k = 0; k < 2; k++) {
			unit_ends(0, *commands[i], (char *)commands[i]->name, (char *)ways[k]);
			snprintf(begin, sizeof(begin), "Usage: flowbench %s", commands[i]->name);
			assert_non_null(behind(unit_out, begin));
			unit_has(unit_out, "\nExit status: ");
			example = strstr(unit_out, "\nExample: ");
			assert_non_null(example);
			assert_string_equal(example + strlen("\nExample: ") +
						    strlen(commands[i]->example),
					    "\n");
			assert_string_equal(unit_err, "");
			list_table(commands[i]);
			list_text(unit_out, "  --", "  -?, --");
			assert_string_equal(found, wanted);
		}
	}
}

static void so_does_the_manual(void **state)
{
	char *text, *section, *next;
	size_t i;

	(void)state;
	unit_ends(0, flowbench_main, "flowbench", "--manual");
	assert_string_equal(unit_err, "");
	text = unit_out;
	for (i = 0; i < NR; i++) {
		section = text;
		assert_non_null(behind(section, ".Ss "));
		assert_int_equal(strncmp(section + 4, commands[i]->name, strlen(commands[i]->name)),
				 0);
		next = strstr(section, "\n.Ss ");
		if (next)
			*next = '\0';
		list_table(commands[i]);
		list_text(section, ".It Fl -", ".It Fl ? , Fl -");
		assert_string_equal(found, wanted);
		text = next ? next + 1 : section + strlen(section);
	}
	assert_string_equal(text, "");
}

static void so_does_completion(void **state)
{
	const struct fb_option *o;
	char dashed[64];
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		char *name = (char *)commands[i]->name;

		unit_ends(0, flowbench_main, "flowbench", "--complete", name, "--");
		list_table(commands[i]);
		add(wanted, "help", 4);
		list_text(unit_out, "--", "--");
		assert_string_equal(found, wanted);
		for (o = commands[i]->options; o && o->name; o++) {
			const struct fb_value *v;

			snprintf(dashed, sizeof(dashed), "--%s", o->name);
			unit_ends(0, flowbench_main, "flowbench", "--complete", name, dashed, "");
			for (wanted[0] = '\0', v = o->values; v && v->name; v++)
				add(wanted, v->name, strlen(v->name));
			if (o->values)
				assert_string_equal(unit_out, wanted);
		}
	}
}

/* "--json=1", "-o": the option of the table, or NULL */
static const struct fb_option *option_of_word(const struct fb_command *cmd, const char *word)
{
	char name[64];

	if (word[1] != '-')
		return fb_option_letter(cmd, word[1]);
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
	return fb_option_find(cmd, name);
}

/* Adds the first one of those that the option needs, "--normal" or "--format=svg". */
static int add_with(const struct fb_command *cmd, const struct fb_option *o, char **argv, int argc)
{
	static char word[64];
	const struct fb_option *needed;
	size_t len;

	if (!o || !o->with)
		return argc;
	len = (size_t)snprintf(word, sizeof(word), "--%.*s", (int)strcspn(o->with, " "), o->with);
	needed = option_of_word(cmd, word);
	if (fb_option_takes(needed) && !strchr(word, '='))
		snprintf(word + len, sizeof(word) - len, "=1");
	argv[argc++] = word;
	return argc;
}

/* Whether the command takes these words as options, followed by as many operands as it needs. */
static int takes(const struct fb_command *cmd, const char *one, const char *other)
{
	char *argv[16] = { (char *)cmd->name };
	struct fb_error error = { "" };
	const struct fb_option *o;
	void *to = calloc(1, cmd->size + 1);
	int argc = 1, ret, i, nr;

	assert_non_null(to);
	argc = add_with(cmd, option_of_word(cmd, one), argv, argc);
	for (o = cmd->options; o && o->name; o++) {
		/* What is given twice must be the same. */
		if (!o->needed || o == option_of_word(cmd, one) ||
		    (argc > 1 && strstr(argv[1], o->name)))
			continue;
		argv[argc++] = o->values ? "--format" : "--id";
		argv[argc++] = o->values ? (char *)o->values[0].name : "lab";
	}
	argv[argc++] = (char *)one;
	if (other)
		argv[argc++] = (char *)other;
	for (i = 0; i < cmd->least; i++)
		argv[argc++] = "operand";
	if (cmd->runs == FB_RUNS_MUST) {
		argv[argc++] = "--";
		argv[argc++] = "true";
	}
	ret = fb_options_read(cmd, argc, argv, to, &nr, &error);
	free(to);
	fb_set_quiet(false);
	fb_set_verbose(false);
	return ret > 0;
}

/* A value that the option takes, or NULL. */
static const char *value_of(const struct fb_command *cmd, const struct fb_option *o,
			    const char *word)
{
	static const char *const tries[] = { "1", "60", "64", "1/1", "a,b", "key=value", "lab" };
	size_t i;

	if (o->values)
		return takes(cmd, word, o->values[0].name) ? o->values[0].name : NULL;
	for (i = 0; i < sizeof(tries) / sizeof(tries[0]); i++)
		if (takes(cmd, word, tries[i]))
			return tries[i];
	return NULL;
}

static void parsing_takes_each_option(void **state)
{
	const struct fb_option *o;
	const struct fb_value *v;
	char word[64], both[128];
	const char *value;
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		for (o = commands[i]->options; o && o->name; o++) {
			snprintf(word, sizeof(word), "--%s", o->name);
			value = fb_option_takes(o) ? value_of(commands[i], o, word) : NULL;
			if (fb_option_takes(o) != !!value || !takes(commands[i], word, value))
				fail_msg("%s %s is not taken", commands[i]->name, word);
			for (v = o->values; v && v->name; v++)
				assert_true(takes(commands[i], word, v->name));
			/* One that takes no value refuses "--json=1". */
			snprintf(both, sizeof(both), "--%s=%s", o->name, value ? value : "1");
			assert_int_equal(takes(commands[i], both, NULL), fb_option_takes(o));
			if (!o->letter)
				continue;
			snprintf(word, sizeof(word), "-%c", o->letter);
			assert_true(takes(commands[i], word, value));
		}
	}
}

static void an_unknown_option_is_wrong_usage(void **state)
{
	char said[160];
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		const char *name = commands[i]->name;

		unit_ends(2, *commands[i], (char *)name, "--no-such-option");
		assert_string_equal(unit_out, "");
		snprintf(said, sizeof(said),
			 "flowbench: %s: unknown option '--no-such-option' (flowbench %s --help)\n",
			 name, name);
		assert_string_equal(unit_err, said);
	}
}

/* What names what is there: the data of this clone. */
static void completion_offers_what_is_there(void **state)
{
	(void)state;
	setenv("FLOWBENCH_ROOT", FB_TOP, 1);
	unit_ends(0, flowbench_main, "flowbench", "--complete", "");
	unit_has(unit_out, "list\nrun\n");
	unit_has(unit_out, "--version\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "run", "");
	unit_has(unit_out, "esp-gateway\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "fidelity", "--phase", "");
	unit_has(unit_out, "p8\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "bench", "--flows", "1", "");
	unit_has(unit_out, "conntrack\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "validate", "");
	unit_has(unit_out, "ends-fin4\nends\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "run", "--nic", "=", "v");
	assert_string_equal(unit_out, "veth\nvirtio\nigb\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "export", "-f", "=");
	assert_int_equal(strncmp(unit_out, "chrome\n", 7), 0);
	unit_ends(0, flowbench_main, "flowbench", "--complete", "export", "-o", "");
	assert_string_equal(unit_out, "@files\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "matrix", "");
	assert_string_equal(unit_out, "@folders\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "trace", "--", "");
	assert_string_equal(unit_out, "@commands\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "trace", "--", "ping", "-");
	assert_string_equal(unit_out, "@files\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "trace", "--netns", "");
	assert_string_equal(unit_out, "@namespaces\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "trace", "--dev", "");
	assert_string_equal(unit_out, "@devices\n");
	unit_ends(0, flowbench_main, "flowbench", "--complete", "dance", "");
	assert_string_equal(unit_out, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help_lists_each_option),
		cmocka_unit_test(so_does_the_manual),
		cmocka_unit_test(so_does_completion),
		cmocka_unit_test(parsing_takes_each_option),
		cmocka_unit_test(an_unknown_option_is_wrong_usage),
		cmocka_unit_test(completion_offers_what_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
