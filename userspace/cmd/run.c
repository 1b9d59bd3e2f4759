// SPDX-License-Identifier: GPL-2.0
/* flowbench run: bring the lab up, record the traffic, cut it into phases, write the result. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "cmd/traced.h"
#include "lib/message.h"
#include "system/fingerprint.h"
#include "system/lab.h"
#include "system/preflight.h"
#include "system/tracer.h"
#include "process/interrupt.h"
#include "file/paths.h"
#include "file/staged.h"
#include "file/staged_folder.h"
#include "file/staged_link.h"
#include "match/fidelity_print.h"
#include "traffic/programs.h"
#include "scenario/phase_file.h"
#include "scenario/former_result.h"
#include "scenario/return_hooks.h"
#include "scenario/phase_table.h"
#include "scenario/results.h"
#include "scenario/scenario.h"
#include "scenario/scenario_file.h"
#include "scenario/segment.h"
#include "trace/call_tree.h"
#include "why/summary_json.h"
#include "why/summary_print.h"
#include "why/session.h"

#define BUFFER_KB (24 * 1024)

/* As `flowbench why` prints to a file. */
#define WHY_COLUMNS 200

struct options {
	struct fb_lab_options lab;
	const char *scenario;
	const char *trace;
	const char *out;
	bool keep;
	bool why;
	char nic[16], esp[32], nat[16];
};

static const struct fb_option options[] = {
	{ "nic", FB_WORD(lab.nic, { "veth", NULL }, { "virtio", NULL }, { "igb", NULL }),
	  .help = "the lab's cables", .usual = "the VM's, else veth" },
	{ "esp", FB_WORD(lab.esp, { "null-sha1", NULL }, { "aes128gcm16", NULL }),
	  .help = "the tunnel's algorithms", .usual = "null-sha1" },
	{ "nat", FB_WORD(lab.nat, { "legacy", NULL }, { "nft", NULL }),
	  .help = "who translates addresses", .usual = "iptables, where the kernel has it" },
	{ "trace", FB_TEXT(trace), .arg = "FILE", .names = FB_NAMES_FILE, .without = FB_OPERANDS,
	  .help = "in place of SCENARIO: what this trace leads to (flowbench reproduce)" },
	{ "out", FB_FOLDER(out), .help = "where the result goes", .usual = "out/SCENARIO-KERNEL",
	  .more = "The default lies in the current folder, and out/latest then leads to it. DIR "
		  "appears when the result is complete. It replaces a former result of flowbench run or an "
		  "empty folder; any other folder stays, and the run is refused." },
	{ "why", FB_FLAG(why),
	  .help = "send the traffic once more at the end, and say why packets are not offloaded "
		  "(why.json)" },
	{ "keep", FB_FLAG(keep), .help = "leave what a failed run has beside DIR, and say where" },
	FB_QUIET("no progress"),
	FB_VERBOSE,
	{ NULL },
};

/* Traffic under the tracer; @raw receives the kernel's text. */
static int record(const struct fb_scenario *sc, const char *raw, const char *functions)
{
	struct fb_tracer_config cfg = {
		.graph = sc->graph,
		.buffer_kb = BUFFER_KB,
		.retval = 1,
	};
	static const char debug[] = "do_raw_spin_lock";
	struct fb_tracer tracer;
	struct fb_nameset fn;
	struct fb_error error = { "" };
	int ret, off;

	ret = fb_functions_read(&fn);
	if (ret) {
		fb_print_error("available_filter_functions: %s", strerror(-ret));
		return ret;
	}
	/* A kernel that watches its locks makes calls of its own around each. */
	if (fb_nameset_has_whole(&fn, debug, strlen(debug)))
		cfg.buffer_kb *= 4;
	fb_print_progress("recording %s", sc->graph);
	ret = fb_tracer_setup(&tracer, &cfg, &fn, &error);
	if (!ret)
		ret = fb_tracer_on();
	if (!ret) {
		ret = fb_traffic_run(sc->traffic, &error);
		off = fb_tracer_off(ret ? NULL : &error);
		if (!ret)
			ret = off;
	}
	if (!ret)
		ret = fb_tracer_save(raw, &error);
	off = fb_tracer_teardown(&tracer, ret ? NULL : &error);
	if (!ret)
		ret = off;
	if (!ret)
		ret = fb_functions_write(&fn, functions, &error);
	fb_nameset_free(&fn);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/*
 * The same traffic once more under the module's hooks, for the return values that are expected.
 * Not together with the tracer: an fprobe on 6.14 and later is a user of function_graph as well,
 * and warns when the tracer goes by.
 */
static int hook(const struct fb_scenario *sc, struct fb_hooked *hooked)
{
	struct fb_error error = { "" };
	int ret, off;

	ret = fb_hooked_on(sc);
	if (ret <= 0)
		return ret;
	fb_print_progress("once more, under the module's hooks");
	ret = fb_traffic_run(sc->traffic, &error);
	off = fb_hooked_off(sc, hooked);
	if (ret)
		fb_print_error("%s", error.text);
	else if (off)
		fb_print_error("the module's hooks: %s", strerror(-off));
	return ret ? ret : off;
}

/* The same traffic once more, last of all: nothing that is recorded or counted before knows of it. */
static int ask_why(const struct fb_scenario *sc, struct fb_why_summary *sum)
{
	struct fb_why_session q = { .netns = sc->netns };
	struct fb_error error = { "" };
	int ret;

	fb_print_progress("once more, for the packets that are not offloaded");
	ret = fb_why_session_open(&q, &error);
	if (!ret)
		ret = fb_traffic_run(sc->traffic, &error);
	if (!ret)
		ret = fb_why_session_answer(&q, sum, &error);
	fb_why_session_close(&q);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

static int write_why(const struct options *o, const char *dir, const struct fb_why_summary *sum)
{
	char path[FB_PATH_MAX];
	json_t *js = fb_why_json(sum);
	struct fb_error error = { "" };
	struct fb_staged file;
	int ret = js ? fb_join(path, dir, "why.json") : -ENOMEM;

	if (!ret)
		ret = fb_why_document_origin(js, o->scenario);
	if (!ret)
		ret = fb_staged_open(&file, path, &error);
	if (!ret)
		ret = fb_staged_end(&file, fb_why_document_write(js, file.f), &error);
	json_decref(js);
	if (ret && fb_error_empty(&error))
		fb_error_errno(&error, ret, "%s/why.json", dir);
	if (ret)
		fb_print_error("%s", error.text);
	else
		fb_why_print(sum, WHY_COLUMNS, stdout);
	return ret;
}

/* The trace file of each batch. */
static int write_traces(struct fb_run *run, const char *raw)
{
	struct fb_error error = { "" };
	unsigned int i;
	int ret;

	for (i = 0; i < run->sc->nr_phases; i++) {
		if (run->seg[i].lead != i)
			continue;
		ret = fb_cut_write(run, i, raw, &error);
		if (ret) {
			fb_print_error("%s/%s: %s", run->name, run->sc->phase[i].name,
				       fb_error_text(&error, ret));
			return ret;
		}
	}
	return 0;
}

/* Tables and results.json; returns how many expectations failed. */
static int write_results(const struct options *o, struct fb_run *run)
{
	const struct fb_fid_options what = { .run = run->dir,
					     .scenario = run->name,
					     .trace = run->sc->documented,
					     .file = run->sc->documented ? NULL : o->trace };
	struct fb_fid_report *rep = NULL;
	unsigned int failed = 0;
	struct fb_error error = { "" };
	int ret;

	ret = what.trace || what.file ? fb_fid_report_load(&what, &rep, &error) : 0;
	if (ret) {
		fb_print_error("fidelity: %s", error.text);
		return ret;
	}
	ret = fb_results_write(run, rep, &failed, &error);
	if (ret) {
		if (fb_error_empty(&error))
			fb_error_errno(&error, ret, "%s/results.json", run->dir);
		fb_print_error("%s", error.text);
	} else {
		fb_run_print(run, stdout);
		if (rep)
			fb_fid_print_table(rep, stdout);
		if (what.file)
			fb_fid_print_missing(rep, stdout);
	}
	fb_fid_report_free(rep);
	return ret ? ret : (int)failed;
}

/* Cut the recording of @dir; a number of failed expectations or a negative errno. */
static int evaluate(const struct options *o, const struct fb_scenario *sc, unsigned long netns,
		    const char *dir, const struct fb_hooked *hooked)
{
	struct fb_segment *seg = calloc(sc->nr_phases, sizeof(*seg));
	struct fb_fingerprint fp = { .nr = 0 };
	struct fb_tree *tree = NULL;
	struct fb_error error = { "" };
	char raw[FB_PATH_MAX];
	struct fb_run run;
	int ret;

	if (!seg)
		return -ENOMEM;
	ret = fb_join(raw, dir, "record.trace");
	if (!ret)
		ret = fb_fingerprint_read(&fp);
	if (ret) {
		fb_print_error("fingerprint: %s", strerror(-ret));
		goto out;
	}
	ret = fb_tree_load(raw, &tree, &error);
	if (!ret)
		ret = fb_segment_find(tree, sc, netns, strcmp(o->lab.nic, "veth") != 0, seg,
				      &error);
	if (ret) {
		fb_print_error("%s", error.text);
		goto out;
	}
	run = (struct fb_run){ .name = o->scenario,
			       .sc = sc,
			       .lab = &o->lab,
			       .fp = &fp,
			       .tree = tree,
			       .seg = seg,
			       .dir = dir,
			       .hooked = hooked };
	fb_say_seen(NULL, &tree->seen);
	fb_say_odd(NULL, &tree->odd);
	fb_results_judge(&run);
	ret = write_traces(&run, raw);
	if (!ret)
		ret = write_results(o, &run);
	if (ret > 0)
		fb_run_say_failed(&run);
out:
	fb_tree_free(tree);
	fb_fingerprint_free(&fp);
	free(seg);
	return ret;
}

/* What the lab chose, for the record. */
static void take_choice(struct fb_lab *lab, const char *key, const char **value, char *room,
			size_t size)
{
	const char *chosen = *value ? NULL : fb_lab_var(lab, key, strlen(key));

	if (!chosen)
		return;
	snprintf(room, size, "%s", chosen);
	*value = room;
}

/* What is found out in a lab. */
struct found {
	unsigned long netns;
	struct fb_hooked hooked;
	struct fb_why_summary why;
};

/* All that needs the lab, which is up. */
static int run_lab(const struct options *o, struct fb_scenario *sc, struct fb_lab *lab,
		   const char *dir, struct found *found)
{
	char raw[FB_PATH_MAX], functions[FB_PATH_MAX];
	struct fb_error error = { "" };
	int ret;

	ret = fb_join(raw, dir, "record.trace");
	if (!ret)
		ret = fb_join(functions, dir, "functions");
	if (ret)
		return ret;
	ret = fb_scenario_expand(sc, fb_lab_var, lab, &error);
	if (ret) {
		fb_print_error("%s: %s", o->scenario, fb_error_text(&error, ret));
		return ret;
	}
	ret = fb_netns_inode(sc->netns, &found->netns);
	if (ret) {
		fb_print_error("network namespace %s: %s", sc->netns, strerror(-ret));
		return ret;
	}
	if (fb_interrupted())
		return -EINTR;
	ret = record(sc, raw, functions);
	if (!ret)
		ret = hook(sc, &found->hooked);
	if (!ret && o->why)
		ret = ask_why(sc, &found->why);
	return ret;
}

/* Lab up, record, lab down; the recording is cut afterwards, when nothing runs any more. */
static int run_in(struct options *o, struct fb_scenario *sc, const char *dir)
{
	struct found found = { .netns = 0 };
	struct fb_lab lab;
	int ret, down;

	if (fb_scenario_processors(sc) > sysconf(_SC_NPROCESSORS_ONLN))
		fb_print_note("%s was documented with %d processors: what they do for each other "
			      "will not be seen",
			      o->scenario, fb_scenario_processors(sc));
	o->lab.start = sc->start;
	o->lab.with = sc->with;
	fb_print_progress("lab %s (%s)", sc->topology, o->lab.nic ? o->lab.nic : "its own NICs");
	ret = fb_lab_up(&lab, sc->topology, &o->lab);
	if (ret) {
		fb_print_error("the lab %s did not come up", sc->topology);
		return ret;
	}
	ret = run_lab(o, sc, &lab, dir, &found);
	take_choice(&lab, "NIC", &o->lab.nic, o->nic, sizeof(o->nic));
	take_choice(&lab, "ESP", &o->lab.esp, o->esp, sizeof(o->esp));
	take_choice(&lab, "NAT", &o->lab.nat, o->nat, sizeof(o->nat));
	if (!ret && !o->lab.nic)
		o->lab.nic = "none";
	down = fb_lab_down(&lab);
	if (down)
		fb_print_error("the lab %s did not go down", sc->topology);
	if (!ret && fb_interrupted())
		ret = -EINTR;
	if (!ret)
		ret = evaluate(o, sc, found.netns, dir, &found.hooked);
	if (ret >= 0 && o->why) {
		down = write_why(o, dir, &found.why);
		ret = down ? down : ret;
	}
	fb_hooked_free(&found.hooked);
	fb_why_summary_free(&found.why);
	return ret;
}

/* out/latest leads to the default result. */
static const char latest[] = "out/latest";

/* Nothing half-written may look like a result: it is made beside @out and renamed. */
static int run_staged(struct options *o, struct fb_scenario *sc, const char *out)
{
	struct fb_staged_folder dir;
	struct fb_error error = { "" };
	int ret, failed;

	ret = fb_staged_folder_open(&dir, out, &fb_run_former, &error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	failed = run_in(o, sc, dir.path);
	if (failed < 0 && o->keep) {
		fb_staged_folder_leave(&dir);
		fb_print_error("what there is of the run is in %s", dir.path);
		return failed;
	}
	ret = fb_staged_folder_end(&dir, failed < 0 ? failed : 0, &error);
	if (failed < 0)
		return failed;
	if (!ret && !o->out)
		ret = fb_staged_link(latest, strrchr(out, '/') + 1, &error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	fb_print_note("result in %s", out);
	return failed;
}

/* The default folder is in out/, and out/latest is to lead to it. */
static int choose_out(const struct options *o, char out[FB_PATH_MAX])
{
	struct fb_error error = { "" };
	int ret;

	if (o->out)
		ret = snprintf(out, FB_PATH_MAX, "%s", o->out) >= FB_PATH_MAX ? -ENAMETOOLONG : 0;
	else
		ret = fb_scenario_out(o->scenario, out);
	if (!ret && !o->out)
		ret = fb_staged_link_check(latest, &error);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

static int choose_scenario(struct options *o, const char *name, struct fb_scenario *sc)
{
	struct fb_error error = { "" };
	int ret;

	if (o->trace) {
		ret = fb_traced_scenario(o->trace, sc, &o->scenario, &error);
		if (ret)
			fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	o->scenario = name;
	if (name)
		return fb_scenario_load(name, sc);
	fb_print_usage_error("SCENARIO is missing: name one, or give --trace FILE");
	return -EINVAL;
}

static int run_run(void *given, int nr, char **operands)
{
	struct options *o = given;
	char out[FB_PATH_MAX];
	struct fb_scenario sc;
	int ret;

	if (choose_scenario(o, nr ? operands[0] : NULL, &sc))
		return FB_STATUS_USAGE;
	if (fb_preflight()) {
		fb_scenario_free(&sc);
		return FB_STATUS_FAILED;
	}
	ret = choose_out(o, out);
	fb_interrupt_catch();
	if (!ret)
		ret = run_staged(o, &sc, out);
	fb_scenario_free(&sc);
	if (fb_interrupted())
		fb_print_error("interrupted");
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

const struct fb_command fb_cmd_run = {
	.name = "run",
	.what = "run a scenario, cut its trace into phases, prove each path",
	.operands = "SCENARIO",
	.operand = FB_NAMES_SCENARIO,
	.least = 0,
	.most = 1,
	.about =
		"Build the scenario's lab, drive its traffic under function_graph, cut the recording "
		"into phases and prove each one's path. Needs root and the flowbench module.",
	.more = "Compares each phase with its documented trace.\n"
		"--why attaches the probes of flowbench why after everything else has been recorded: no figure of "
		"results.json knows of it.",
	.status = "0 every phase found and proved, 1 otherwise, 2 usage.",
	.example = "flowbench run --esp aes128gcm16 esp-gateway",
	.options = options,
	.size = sizeof(struct options),
	.run = run_run,
};
