// SPDX-License-Identifier: GPL-2.0
/* trace.dat: what is read out of it, and files that are refused. */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dat_make.h"
#include "tracedat/dat.h"

#define MAX    32

#define IP_RCV 0xffffffff81000010u
#define KFREE  0xffffffff81000200u
#define TIMER  0xffffffff81000410u
#define NFT_DO 0xffffffffc0000040u

static struct fb_fg_event ev[MAX];
static char kept[MAX * 4][96];
static struct fb_error error;
static char path[] = "/tmp/flowbench-unit-XXXXXX";

static void write_file(const void *data, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void keep(struct fb_str *s, char *to)
{
	snprintf(to, sizeof(kept[0]), "%.*s", (int)s->len, s->at ? s->at : "");
	s->at = to;
}

/* Reads [data, data + len) as a file: the number of its events, or an error with its cause in @error. */
static int events(const void *data, size_t len)
{
	struct fb_fgraph *fg;
	int nr = 0, ret;

	write_file(data, len);
	assert_int_equal(fb_fgraph_open(path, &fg), 0);
	while ((ret = fb_fgraph_next(fg, &ev[nr])) > 0) {
		keep(&ev[nr].name, kept[4 * nr]);
		keep(&ev[nr].module, kept[4 * nr + 1]);
		keep(&ev[nr].text, kept[4 * nr + 2]);
		keep(&ev[nr].task, kept[4 * nr + 3]);
		nr++;
		assert_in_range(nr, 0, MAX - 1);
	}
	error = *fb_fgraph_error(fg);
	/* An error comes again. */
	assert_int_equal(fb_fgraph_next(fg, &ev[nr]), ret);
	fb_fgraph_close(fg);
	/* The child has been waited for. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	return ret < 0 ? ret : nr;
}

static int made(struct dat_made *m)
{
	dat_make(m);
	return events(m->data, m->len);
}

/* A call with a leaf and with a marker in it on CPU 0, and one of a module on CPU 1. */
static void two_cpus(struct dat_made *m)
{
	dat_entry(m, 0, 1000000100, 77, IP_RCV, 0);
	dat_entry(m, 0, 1000000200, 77, KFREE, 1);
	dat_exit(m, 0, 1000000500, 77, KFREE, 1, 250);
	dat_marker(m, 0, 1000000600, 77, "here: now\n");
	dat_exit(m, 0, 1000012345, 77, IP_RCV, 0, 12001);
	dat_entry(m, 1, 1000000150, 78, NFT_DO, 3);
	dat_exit(m, 1, 1000000300, 78, NFT_DO, 3, 20);
}

static void check_call(int i, enum fb_fg_kind kind, int cpu, int level, const char *name,
		       int64_t dur_ns, int64_t at_ns)
{
	assert_int_equal(ev[i].kind, kind);
	assert_int_equal(ev[i].cpu, cpu);
	assert_int_equal(ev[i].level, level);
	assert_true(unit_is(&ev[i].name, name));
	assert_int_equal(ev[i].dur_ns, dur_ns);
	assert_int_equal(ev[i].at_ns, at_ns);
}

static void check_two_cpus(void)
{
	check_call(0, FB_FG_ENTRY, 0, 0, "ip_rcv", -1, 1000000100);
	check_call(1, FB_FG_LEAF, 1, 3, "nft_do", 20, 1000000150);
	check_call(2, FB_FG_LEAF, 0, 1, "kfree", 250, 1000000200);
	assert_int_equal(ev[3].kind, FB_FG_COMMENT);
	assert_true(unit_is(&ev[3].text, "here: now"));
	check_call(4, FB_FG_EXIT, 0, 0, "ip_rcv", 12001, 1000012345);
	assert_true(unit_is(&ev[1].module, "nf_tables"));
	assert_int_equal(ev[0].module.len, 0);
	assert_true(unit_is(&ev[0].task, "bash-77"));
}

static void a_whole_file(void **state)
{
	struct dat_made m = { .clock = "[local] global counter" };

	(void)state;
	two_cpus(&m);
	assert_int_equal(made(&m), 5);
	check_two_cpus();
	/* What would look like a column is not in the task's name. */
	assert_true(unit_is(&ev[1].task, "a?b?>c-78"));
}

static void a_file_of_the_other_endianness(void **state)
{
	struct dat_made m = { .big = true };

	(void)state;
	two_cpus(&m);
	assert_int_equal(made(&m), 5);
	check_two_cpus();
}

static void a_clock_that_counts_is_no_time(void **state)
{
	struct dat_made m = { .clock = "local [counter] x86-tsc" };

	(void)state;
	two_cpus(&m);
	assert_int_equal(made(&m), 5);
	check_call(0, FB_FG_ENTRY, 0, 0, "ip_rcv", -1, -1);
	check_call(2, FB_FG_LEAF, 0, 1, "kfree", 250, -1);
}

static void what_comes_between_makes_no_leaf(void **state)
{
	struct dat_made m = { .clock = NULL };

	(void)state;
	dat_entry(&m, 0, 100, 77, IP_RCV, 0);
	dat_exit(&m, 0, 200, 78, IP_RCV, 0, 10); /* another task's */
	dat_entry(&m, 0, 300, 77, KFREE, 1);
	dat_exit(&m, 0, 400, 77, IP_RCV, 1, 10); /* another function's */
	dat_entry(&m, 0, 500, 77, KFREE, 1);
	dat_exit(&m, 0, 600, 77, KFREE, 2, 10); /* another depth's */
	assert_int_equal(made(&m), 6);
	check_call(0, FB_FG_ENTRY, 0, 0, "ip_rcv", -1, 100);
	check_call(1, FB_FG_EXIT, 0, 0, "ip_rcv", 10, 200);
	check_call(2, FB_FG_ENTRY, 0, 1, "kfree", -1, 300);
	check_call(4, FB_FG_ENTRY, 0, 1, "kfree", -1, 500);
}

static void lost_events(void **state)
{
	struct dat_made m = { .cpu[1].lost = true };

	(void)state;
	two_cpus(&m);
	assert_int_equal(made(&m), 6);
	assert_int_equal(ev[1].kind, FB_FG_LOST);
	assert_int_equal(ev[1].cpu, 1);
	assert_int_equal(ev[1].lost, 1);
}

static void interrupts_have_arrows(void **state)
{
	struct dat_made m = { .clock = NULL };

	(void)state;
	dat_entry(&m, 0, 100, 77, TIMER, 0);
	dat_entry(&m, 0, 200, 77, KFREE, 1);
	dat_exit(&m, 0, 300, 77, KFREE, 1, 10);
	dat_exit(&m, 0, 400, 77, TIMER, 0, 10);
	assert_int_equal(made(&m), 5);
	assert_int_equal(ev[0].kind, FB_FG_IRQ_IN);
	check_call(1, FB_FG_ENTRY, 0, 0, "sysvec_timer", -1, 100);
	assert_int_equal(ev[4].kind, FB_FG_IRQ_OUT);
}

static void a_function_without_a_symbol(void **state)
{
	struct dat_made m = { .clock = NULL };

	(void)state;
	dat_entry(&m, 0, 100, 77, 0xffffffffc0100000u, 0);
	dat_exit(&m, 0, 200, 77, 0xffffffffc0100000u, 0, 10);
	dat_entry(&m, 0, 300, 77, KFREE + 4, 0);
	dat_exit(&m, 0, 400, 77, KFREE + 4, 0, 10);
	dat_entry(&m, 0, 500, 77, KFREE + 0x180, 0);
	dat_exit(&m, 0, 600, 77, KFREE + 0x180, 0, 10);
	assert_int_equal(made(&m), 5);
	check_call(0, FB_FG_ENTRY, 0, 0, "0xffffffffc0100000", -1, 100);
	check_call(1, FB_FG_EXIT, 0, 0, "0xffffffffc0100000", 10, 100);
	check_call(2, FB_FG_LEAF, 0, 0, "kfree", 10, 300);
	/* Between two symbols: kfree, which trace-cmd report says, is another function. */
	check_call(3, FB_FG_ENTRY, 0, 0, "0xffffffff81000380", -1, 500);
	check_call(4, FB_FG_EXIT, 0, 0, "0xffffffff81000380", 10, 500);
}

static void files_that_are_cut_off(void **state)
{
	struct dat_made m = { .clock = "[local]" };
	unsigned int i;
	size_t len;

	(void)state;
	two_cpus(&m);
	dat_make(&m);
	for (i = 0; i < m.edges; i++) {
		for (len = m.edge[i] - 1; len <= m.edge[i] + 1 && len < m.len; len++) {
			assert_int_equal(events(m.data, len), -EINVAL);
			assert_non_null(strstr(fb_error_text(&error, 0), "cut off"));
		}
	}
	for (len = 10; len < m.len; len += 333)
		assert_int_equal(events(m.data, len), -EINVAL);
}

/* Each size of the head in turn is what it cannot be. */
static void sizes_that_cannot_be(void **state)
{
	struct dat_made m = { .clock = "[local]" };
	unsigned char was[4];
	unsigned int i;

	(void)state;
	two_cpus(&m);
	dat_make(&m);
	for (i = 0; i + 3 < m.edges; i++) {
		memcpy(was, m.data + m.edge[i], 4);
		memset(m.data + m.edge[i], 0xff, 4);
		assert_int_equal(events(m.data, m.len), -EINVAL);
		assert_false(fb_error_empty(&error));
		memcpy(m.data + m.edge[i], was, 4);
	}
	assert_int_equal(events(m.data, m.len), 5);
}

static void a_damaged_record(void **state)
{
	struct dat_made m = { .clock = NULL };

	(void)state;
	two_cpus(&m);
	dat_entry(&m, 0, 1000020000, 77, IP_RCV, 1u << 31);
	assert_int_equal(made(&m), -EINVAL);
	assert_non_null(strstr(fb_error_text(&error, 0), "a damaged record at offset "));
}

static void refused(const void *data, size_t len, const char *cause)
{
	assert_in_range(-events(data, len), 1, 200);
	if (!strstr(fb_error_text(&error, 0), cause))
		fail_msg("'%s' does not say '%s'", fb_error_text(&error, 0), cause);
}

static void no_function_graph(void **state)
{
	struct dat_made m = { .clock = NULL }, none = { .clock = NULL };

	(void)state;
	dat_marker(&m, 1, 100, 77, "here\n");
	dat_make(&m);
	refused(m.data, m.len, "no function_graph record in it");
	dat_make(&none);
	refused(none.data, none.len, "no function_graph record in it");
}

static void other_versions(void **state)
{
	static const char nine[] = "\x17\x08\x44tracing9\0\0\x08\0\x10\0\0",
			  lzo[] = "\x17\x08\x44tracing7\0\0\x08\0\x10\0\0lzo\0"
				  "1.0\0\x2a\0\0\0\0\0\0\0"
				  "\0\0\0\0\0\0\0\0\x0e\0\0\0\0\0\0\0"
				  "\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0",
			  loop[] = "\x17\x08\x44tracing7\0\0\x08\0\x10\0\0lzo\0"
				   "1.0\0\x22\0\0\0\0\0\0\0"
				   "\0\0\0\0\0\0\0\0\x0e\0\0\0\0\0\0\0"
				   "\0\0\x08\0\0\0\x22\0\0\0\0\0\0\0",
			  latency[] = "latency  ";
	struct dat_made m = { .clock = NULL };

	(void)state;
	refused(nine, sizeof(nine), "trace.dat of version '9': versions 6 and 7 can be read");
	refused(lzo, sizeof(lzo), "trace.dat of version 7 with compression lzo 1.0, which");
	refused(lzo, sizeof(lzo), "trace-cmd convert --compression none");
	refused(loop, sizeof(loop), "have no end");
	dat_make(&m);
	memcpy(m.data + m.edge[m.edges - 1] - 42, latency, sizeof(latency));
	refused(m.data, m.len, "latency tracer");
	memset(m.data + 12, 'x', m.len - 12);
	refused(m.data, m.len, "no 'header_page' where it should be");
}

/* The file gets the number of standard error. */
static void without_standard_error(void **state)
{
	struct dat_made m = { .clock = NULL };
	int was = dup(STDERR_FILENO), nr;

	(void)state;
	two_cpus(&m);
	close(STDERR_FILENO);
	nr = made(&m);
	dup2(was, STDERR_FILENO);
	close(was);
	assert_int_equal(nr, 5);
}

static void a_reader_that_stops_early(void **state)
{
	struct dat_made m = { .clock = NULL };
	struct fb_fgraph *fg;

	(void)state;
	two_cpus(&m);
	dat_make(&m);
	write_file(m.data, m.len);
	assert_int_equal(fb_fgraph_open(path, &fg), 0);
	fb_fgraph_close(fg);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Begins to read, and stops the child. Returns false if it has ended before, as the file is short. */
static bool begun_and_stopped(FILE *f, struct fb_dat *d, int *text)
{
	siginfo_t seen = { .si_code = 0 };

	*text = fb_dat_begin(d, fileno(f));
	assert_true(*text >= 0);
	kill(d->pid, SIGSTOP);
	assert_int_equal(waitid(P_PID, (id_t)d->pid, &seen, WSTOPPED | WEXITED | WNOWAIT), 0);
	return seen.si_code == CLD_STOPPED;
}

static void dies(int signal, const char *cause)
{
	FILE *f = fopen(path, "r");
	struct fb_dat d;
	int text, tries;

	assert_non_null(f);
	assert_true(fb_dat_is(fileno(f)));
	for (tries = 0; !begun_and_stopped(f, &d, &text); tries++) {
		assert_true(tries < 100);
		fb_dat_end(&d, &error);
		fb_dat_stop(&d);
		close(text);
		rewind(f);
	}
	kill(d.pid, signal);
	kill(d.pid, SIGCONT);
	assert_int_equal(fb_dat_end(&d, &error), -EINVAL);
	assert_non_null(strstr(fb_error_text(&error, 0), cause));
	fb_dat_stop(&d);
	close(text);
	fclose(f);
}

/* libtracecmd crashes, or has no end. */
static void a_child_that_dies(void **state)
{
	struct dat_made m = { .clock = NULL };

	(void)state;
	two_cpus(&m);
	dat_make(&m);
	write_file(m.data, m.len);
	dies(SIGSEGV, "was ended by signal 11");
	dies(SIGPROF, "computes without end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_file),
		cmocka_unit_test(a_file_of_the_other_endianness),
		cmocka_unit_test(a_clock_that_counts_is_no_time),
		cmocka_unit_test(what_comes_between_makes_no_leaf),
		cmocka_unit_test(lost_events),
		cmocka_unit_test(interrupts_have_arrows),
		cmocka_unit_test(a_function_without_a_symbol),
		cmocka_unit_test(files_that_are_cut_off),
		cmocka_unit_test(sizes_that_cannot_be),
		cmocka_unit_test(a_damaged_record),
		cmocka_unit_test(no_function_graph),
		cmocka_unit_test(other_versions),
		cmocka_unit_test(without_standard_error),
		cmocka_unit_test(a_reader_that_stops_early),
		cmocka_unit_test(a_child_that_dies),
	};
	int fd = mkstemp(path), ret;

	if (fd < 0)
		return 1;
	close(fd);
	ret = cmocka_run_group_tests(tests, NULL, NULL);
	remove(path);
	return ret;
}
