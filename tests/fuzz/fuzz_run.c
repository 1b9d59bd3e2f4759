// SPDX-License-Identifier: GPL-2.0
/*
 * The folder of a run. Its results.json names the other files to read: as a recording, as a cell of
 * the matrix, as a page, and in other tools' formats. No file outside the folder may be read: a trace
 * lies beside the folder, and none of the readers may find it.
 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#include "export/export.h"
#include "file/paths.h"
#include "file/place.h"
#include "match/call_file.h"
#include "match/scenario_matrix.h"
#include "report/report.h"
#include "tests/unit/unit_files.h"

static const char trace[] = "# phase=p1\n# kernel=6.12.107\n 0)               |  f() {\n"
			    " 0)   0.100 us    |    g();\n 0)   0.300 us    |  }\n";
/* The trace above has no call of this name. */
static const char outside[] = " 0)   0.100 us    |  outside();\n";

static const char documented[] = "# flowbench.calls/1\n# phase=p1\nf -\n  g -\n  h -\n";
static const char aliases[] = "renamed h -> g : r\nremoved h : r\n";

/* root has the project's data; matrix has the run that is read. */
static char top[64], matrix[96], run[128], results[160];

static void put(const char *path, const char *text, size_t len)
{
	FILE *f = fopen(path, "w");

	fuzz_must(f && fwrite(text, 1, len, f) == len && !fclose(f));
}

static void put_below(const char *dir, const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	put(path, text, strlen(text));
}

static void clean(void)
{
	(void)unit_remove_tree(top);
}

static void folder(char *path, size_t size, const char *name)
{
	snprintf(path, size, "%s/%s", top, name);
	fuzz_must(!fb_mkdirs(path));
}

static void prepare(void)
{
	const char *tmp = getenv("TMPDIR");
	char dir[256];

	snprintf(top, sizeof(top), "%s/flowbench-fuzz-XXXXXX",
		 tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	fuzz_must(mkdtemp(top));
	atexit(clean);
	folder(dir, sizeof(dir), "root/userspace/data/documented/t");
	put_below(dir, "p1.txt", documented);
	folder(dir, sizeof(dir), "root/userspace");
	put_below(dir, "aliases", aliases);
	folder(dir, sizeof(dir), "root");
	setenv("FLOWBENCH_ROOT", dir, 1);
	folder(matrix, sizeof(matrix), "matrix");
	folder(dir, sizeof(dir), "matrix/6.12");
	put_below(dir, "outside.trace", outside);
	folder(dir, sizeof(dir), "matrix/6.12/s/s");
	put_below(dir, "p1.trace", trace);
	folder(run, sizeof(run), "matrix/6.12/s");
	put_below(run, "functions", "f\ng\n");
	put_below(run, "record.trace", trace);
	snprintf(results, sizeof(results), "%s/results.json", run);
}

static void check_calls(const struct fb_normal *n)
{
	uint32_t i;

	for (i = 1; i < n->nr; i++)
		fuzz_must(!n->node[i].name || strcmp(n->node[i].name, "outside"));
}

static void load_recording(void)
{
	struct fb_recording rec;
	struct fb_error error = { "" };
	unsigned int i;
	int ret = fb_recording_load(run, &rec, &error);

	fuzz_must(!ret == !*error.text);
	for (i = 0; i < rec.phases.nr; i++)
		check_calls(rec.phases.phase[i].calls);
	fb_recording_free(&rec);
}

static void load_matrix(void)
{
	unsigned int i, held;
	struct fb_matrix m;

	if (!fb_matrix_load(matrix, NULL, &m)) {
		fuzz_must(m.nr == 1);
		for (i = 0; i < m.nr; i++) {
			fuzz_must(m.cell[i].rep || *m.cell[i].why.text);
			(void)fb_cell_ok(&m.cell[i]);
			fuzz_must(fb_cell_proofs(&m.cell[i], "p1", &held) >= held);
		}
	}
	fb_matrix_free(&m);
}

static void export(const struct fb_export_format *format, const char *phase, bool own)
{
	struct fb_export_in in = {
		.format = format, .input = run, .phase = phase, .origin = "fuzz"
	};
	struct fb_walk_sums sums;
	struct fuzz_out out;
	struct fb_error error = { "" };
	int ret;

	fuzz_out_begin(&out);
	in.f = out.f;
	ret = fb_export(&in, &sums, &error);
	fuzz_out_end(&out);
	fuzz_must(!ret || *error.text);
	/* The word may appear only if the document itself has it. */
	fuzz_must(ret || own || !strstr(out.text, "outside();"));
	free(out.text);
}

static void write_report(void)
{
	struct fb_report rep = { .nr = 0 };
	struct fb_error error = { "" };
	int ret = fb_report_add(&rep, run, &error);

	fuzz_must(!ret || *error.text);
	fuzz_must(ret || rep.nr == 1);
	fb_report_free(&rep);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool own = memmem(data, size, "outside", strlen("outside"));

	if (!*top)
		prepare();
	put(results, (const char *)data, size);
	load_recording();
	load_matrix();
	write_report();
	export(&fb_export_ftrace, "p1", own);
	export(&fb_export_ftrace, NULL, own);
	export(&fb_export_json, NULL, own);
	export(&fb_export_kcidb, NULL, own);
	return 0;
}
