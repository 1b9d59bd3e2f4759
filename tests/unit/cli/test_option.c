// SPDX-License-Identifier: GPL-2.0
/* A table with every kind of option: how it is read, what is refused, and what help and manual make of it. */
#include "unit.h"

#include <errno.h>

#include "cli/option.h"
#include "cli/progress.h"
#include "lib/message.h"

struct options {
	bool flag;
	int form;
	const char *text;
	struct fb_option_values again;
	const char *word;
	const char *way;
	unsigned long number;
	double real;
	size_t own;
	char **command;
};

static int read_length(const struct fb_option *option, const char *text, void *to,
		       struct fb_error *error)
{
	if (!*text)
		return fb_error(error, -EINVAL, "--%s: nothing", option->name);
	*(size_t *)to = strlen(text);
	return 0;
}

static const struct fb_option options[] = {
	{ "flag", .letter = 'f', FB_FLAG(flag), .help = "set the flag" },
	{ "pick", FB_PICK(form, 7), .alone = "form", .help = "choose the form" },
	{ "other", FB_PICK(form, 8), .alone = "form", .without = "real " FB_OPERANDS,
	  .help = "choose another" },
	{ "text", .letter = 't', FB_FILE(text), .help = "write to FILE", .usual = "out/text",
	  .more = "See --number. The file a.json is (beside FILE), 'it' is." },
	{ "again", FB_TEXTS(again), .arg = "KEY=VALUE", .help = "may be given again" },
	{ "word", FB_WORD(word, { "left", NULL }, { "right", NULL }), .help = "which side" },
	{ "way", .arg = "WAY", .needed = true,
	  FB_WORD(way, { "up", "against what pulls" }, { "down", "with it" }), .help = "one of:" },
	{ "number", FB_NUMBER(number, 2, 10), .arg = "N", .help = "from 2 to 10", .usual = "4" },
	{ "real", FB_REAL(real, 0.5, 2), .arg = "R", .usual = "1",
	  .with = "word=left word=right pick", .help = "from 0.5 to 2" },
	{ "own", FB_OWN(read_length, own), .arg = "TEXT", .help = "its length" },
	FB_QUIET("no progress"),
	FB_VERBOSE,
	{ NULL },
};

static const struct fb_command table = {
	.name = "table",
	.operands = "FILE [MORE…]",
	.least = 1,
	.most = 2,
	.about =
		"Read FILE and all that is in it; what follows is here only so that the line is long.",
	.notes = "First, `make it`.\nSecond.",
	.more = "Only in the manual.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "flowbench table a\\b",
	.options = options,
	.size = sizeof(struct options),
};

static struct options got;
static int nr;
static struct fb_error error;

#define WORDS(...)                         \
	(char *[])                         \
	{                                  \
		"table", __VA_ARGS__, NULL \
	}

static int words(const struct fb_command *cmd, char **argv)
{
	int argc = 0;

	while (argv[argc])
		argc++;
	memset(&got, 0, sizeof(got));
	fb_error_clear(&error);
	return fb_options_read(cmd, argc, argv, &got, &nr, &error);
}

#define READ(...) words(&table, (WORDS(__VA_ARGS__)))

#define REFUSED(said, ...)                                                 \
	do {                                                               \
		assert_int_equal(READ(__VA_ARGS__), -EINVAL);              \
		assert_string_equal(fb_error_text(&error, -EINVAL), said); \
	} while (0)

static void each_kind_is_read(void **state)
{
	(void)state;
	assert_int_equal(READ("--way", "up", "x"), 3);
	assert_false(got.flag);
	assert_null(got.text);
	assert_int_equal(READ("x", "--flag", "--pick", "--text", "a", "--again", "b", "y",
			      "--again=c", "--word", "right", "--way", "down", "--number", "0x0a",
			      "--real", "1.5", "--own", "four", "-q"),
			 20 - 1);
	assert_int_equal(nr, 2);
	assert_true(got.flag);
	assert_int_equal(got.form, 7);
	assert_string_equal(got.text, "a");
	assert_int_equal(got.again.nr, 2);
	assert_string_equal(got.again.text[1], "c");
	assert_string_equal(got.word, "right");
	assert_string_equal(got.way, "down");
	assert_int_equal(got.number, 10);
	assert_true(got.real == 1.5);
	assert_int_equal(got.own, 4);
	assert_true(fb_is_quiet());
	fb_set_quiet(false);
	assert_int_equal(READ("-fta", "--way", "up", "--", "-x"), 5);
	assert_true(got.flag);
	assert_string_equal(got.text, "a");
	assert_int_equal(READ("--help"), 0);
	assert_int_equal(READ("-h", "--nonsense"), 0);
}

static void what_is_wrong_is_named(void **state)
{
	char *many[2 * FB_OPTION_VALUES_MAX + 4] = { "table" };
	int i;

	(void)state;
	REFUSED("--way WAY is missing", "x");
	REFUSED("FILE is missing", "--way", "up");
	REFUSED("unexpected argument 'z'", "--way", "up", "x", "y", "z");
	REFUSED("unknown option '--nonsense'", "--nonsense");
	REFUSED("unknown option '--w'", "--w", "left");
	REFUSED("unknown option '-x'", "-x");
	REFUSED("unknown option '-x'", "-fx");
	REFUSED("--flag takes no value", "--flag=yes");
	REFUSED("--help takes no value", "--help=yes");
	REFUSED("--text wants a value", "--text");
	REFUSED("--text wants a value", "-t");
	REFUSED("--word: 'middle': expected one of left, right", "--word", "middle");
	REFUSED("--number: '1' is not a number from 2 to 10", "--number", "1");
	REFUSED("--number: '11' is not a number from 2 to 10", "--number", "11");
	REFUSED("--number: '3x' is not a number from 2 to 10", "--number", "3x");
	REFUSED("--number: '-3' is not a number from 2 to 10", "--number=-3");
	REFUSED("--real: '0.4' is not a number from 0.5 to 2", "--real", "0.4");
	REFUSED("--real: 'nan' is not a number from 0.5 to 2", "--real", "nan");
	REFUSED("--real: '' is not a number from 0.5 to 2", "--real", "");
	REFUSED("--real: ' 1' is not a number from 0.5 to 2", "--real", " 1");
	REFUSED("--real: '+1' is not a number from 0.5 to 2", "--real", "+1");
	REFUSED("--real: '0x1' is not a number from 0.5 to 2", "--real", "0x1");
	REFUSED("--real: '1e0' is not a number from 0.5 to 2", "--real", "1e0");
	REFUSED("--real: '.' is not a number from 0.5 to 2", "--real", ".");
	REFUSED("--own: nothing", "--own", "");
	REFUSED("--text: the value is empty", "--text", "");
	REFUSED("--text: the value is empty", "--text=");
	REFUSED("--again: the value is empty", "--again", "a", "--again", "");
	REFUSED("argument 2 is empty", "--way", "up", "x", "");
	for (i = 0; i <= FB_OPTION_VALUES_MAX; i++) {
		many[2 * i + 1] = "--again";
		many[2 * i + 2] = "x";
	}
	assert_int_equal(words(&table, many), -EINVAL);
	assert_string_equal(error.text, "--again is given more than 32 times");
}

static void what_excludes_each_other_is_refused(void **state)
{
	(void)state;
	REFUSED("--pick and --other: not both", "--other", "--pick", "--way", "up", "x");
	REFUSED("--other and --real: not both", "--real", "1", "--other", "--way", "up", "x");
	REFUSED("--other and FILE: not both", "--other", "--way", "up", "x");
	REFUSED("--quiet and --verbose: not both", "-qv", "--way", "up", "x");
	fb_set_quiet(false);
	fb_set_verbose(false);
	REFUSED("--real needs --word=left, right or --pick", "--real", "1", "--way", "up", "x");
	assert_true(READ("--real", "1", "--way", "up", "x", "--pick") > 0);
	assert_true(READ("--real", "1", "--way", "up", "x", "--word=right") > 0);
	/* A value would silently take the place of another one. */
	REFUSED("--number is given twice: '3' and '4'", "--number", "3", "--number", "4");
	REFUSED("--way is given twice: 'up' and 'down'", "--way", "up", "--way", "down");
	assert_true(READ("--number", "3", "--number=3", "--flag", "-f", "--way", "up", "x") > 0);
}

/* What stands behind "--" is the command, and nothing else. */
static void a_command_that_runs_another(void **state)
{
	static const struct fb_command may = {
		.operands = "[PROTO ADDRESS] [-- COMMAND…]",
		.most = 2,
		FB_RUNS(FB_RUNS_MAY, command),
		.options = options + 7,
	}, must = {
		.operands = "-- COMMAND",
		FB_RUNS(FB_RUNS_MUST, command),
		.options = options + 7,
	};

	(void)state;
	assert_int_equal(words(&must, WORDS("--", "ls", "--number", "1")), 1);
	assert_int_equal(nr, 0);
	assert_int_equal(got.number, 0);
	assert_string_equal(got.command[0], "ls");
	assert_string_equal(got.command[2], "1");
	assert_null(got.command[3]);
	assert_int_equal(words(&must, WORDS("--number", "3")), -EINVAL);
	assert_string_equal(error.text, "no command to run: -- COMMAND");
	assert_int_equal(words(&must, WORDS("ls")), -EINVAL);
	assert_string_equal(error.text,
			    "unexpected argument 'ls': a command to run stands behind --");

	assert_int_equal(words(&may, WORDS("tcp", "--number", "3", "a:1", "--", "ls", "--", "x")),
			 1);
	assert_int_equal(nr, 2);
	assert_int_equal(got.number, 3);
	assert_string_equal(got.command[0], "ls");
	assert_string_equal(got.command[1], "--");
	assert_int_equal(words(&may, WORDS("tcp", "a:1")), 1);
	assert_int_equal(nr, 2);
	assert_null(got.command);
	assert_int_equal(words(&may, WORDS("--own", "--", "--", "ls")), 1);
	assert_int_equal(nr, 0);
	assert_string_equal(got.command[0], "ls");
	assert_int_equal(words(&may, WORDS("--own", "--")), 1);
	assert_null(got.command);
	assert_int_equal(words(&may, WORDS("tcp", "a:1", "--")), -EINVAL);
	assert_string_equal(error.text, "no command to run behind --");
	assert_int_equal(words(&may, WORDS("tcp", "a:1", "ls", "--", "true")), -EINVAL);
}

static void prints(void (*print)(const struct fb_command *cmd, FILE *f), const char *text)
{
	char *said = NULL;
	size_t size;
	FILE *f = open_memstream(&said, &size);

	assert_non_null(f);
	print(&table, f);
	fclose(f);
	assert_string_equal(said, text);
	free(said);
}

static void help_is_made_of_it(void **state)
{
	(void)state;
	prints(fb_help_print,
	       "Usage: flowbench table --way WAY [OPTIONS] FILE [MORE…]\n"
	       "Read FILE and all that is in it; what follows is here only so that the line is\n"
	       "long.\n"
	       "\n"
	       "  -f, --flag         set the flag\n"
	       "  --pick             choose the form\n"
	       "  --other            choose another\n"
	       "  -t, --text FILE    write to FILE (default: out/text)\n"
	       "  --again KEY=VALUE  may be given again\n"
	       "  --word left|right  which side\n"
	       "  --way WAY          one of:\n"
	       "    up    against what pulls\n"
	       "    down  with it\n"
	       "  --number N         from 2 to 10 (default: 4)\n"
	       "  --real R           from 0.5 to 2 (default: 1; with --word=left, right or\n"
	       "                     --pick)\n"
	       "  --own TEXT         its length\n"
	       "  -q, --quiet        no progress\n"
	       "  -v, --verbose      show progress where there is no terminal, too\n"
	       "\n"
	       "First, `make it`.\n"
	       "Second.\n"
	       "Exit status: 0 done, 1 failed, 2 usage.\n"
	       "Example: flowbench table a\\b\n");
}

static const char manual[] =
	".Ss table\n"
	".Nm Cm table\n"
	".Fl -way Ar WAY\n"
	".Op Ar options\n"
	".Ar FILE\n"
	".Op Ar MORE ...\n"
	".Pp\n"
	"Read\n"
	".Ar FILE\n"
	"and all that is in it; what follows is here only so that the line is long.\n"
	".Pp\n"
	"Only in the manual.\n"
	".Pp\n"
	"First,\n"
	".Ql make it .\n"
	".Pp\n"
	"Second.\n"
	".Bl -tag -width Ds\n"
	".It Fl f , Fl -flag\n"
	"Set the flag.\n"
	".It Fl -pick\n"
	"Choose the form.\n"
	".It Fl -other\n"
	"Choose another.\n"
	".It Fl t , Fl -text Ar FILE\n"
	"Write to\n"
	".Ar FILE .\n"
	"Default:\n"
	".Pa out/text .\n"
	"See\n"
	".Fl -number .\n"
	"The file\n"
	".Pa a.json\n"
	"is (beside\n"
	".Ar FILE ) ,\n"
	"\\&'it' is.\n"
	".It Fl -again Ar KEY=VALUE\n"
	"May be given again.\n"
	".It Fl -word Cm left | right\n"
	"Which side.\n"
	".It Fl -way Ar WAY\n"
	"One of:\n"
	".Bl -tag -width Ds\n"
	".It Cm up\n"
	"Against what pulls.\n"
	".It Cm down\n"
	"With it.\n"
	".El\n"
	".It Fl -number Ar N\n"
	"From 2 to 10.\n"
	"Default: 4.\n"
	".It Fl -real Ar R\n"
	"From 0.5 to 2.\n"
	"Default: 1.\n"
	"With\n"
	".Fl -word=left ,\n"
	"right or\n"
	".Fl -pick .\n"
	".It Fl -own Ar TEXT\n"
	"Its length.\n"
	".It Fl q , Fl -quiet\n"
	"No progress.\n"
	".It Fl v , Fl -verbose\n"
	"Show progress where there is no terminal, too.\n"
	".El\n"
	".Pp\n"
	"At most one of\n"
	".Fl -pick ,\n"
	".Fl -other .\n"
	"Not\n"
	".Fl -real ,\n"
	".Ar FILE\n"
	"with\n"
	".Fl -other .\n"
	".Pp\n"
	"Exit status:\n"
	"0 done, 1 failed, 2 usage.\n"
	".Pp\n"
	"Example:\n"
	".Bd -literal -offset indent\n"
	"flowbench table a\\eb\n"
	".Ed\n";

static void so_is_the_manual(void **state)
{
	(void)state;
	prints(fb_manual_print, manual);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_is_read),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(what_excludes_each_other_is_refused),
		cmocka_unit_test(a_command_that_runs_another),
		cmocka_unit_test(help_is_made_of_it),
		cmocka_unit_test(so_is_the_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
