# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Results: a folder of out/ appears when it is whole, and replaces the earlier one. What is left of a run without a
# result lies in out/failed.

# fb_result NAME: installs what is missing, waits for another run that makes out/NAME, and makes an empty folder,
# $FB_STAGE, which fb_result_end turns into out/NAME. From here on the time of each step is collected.
fb_result() {
	fb_cache_open
	FB_BEGAN=$EPOCHREALTIME
	FB_STEPS=$(mktemp "${TMPDIR:-/tmp}/flowbench-steps.XXXXXX")
	fb_undo rm -f "$FB_STEPS"
	export FB_STEPS
	"$FB_SCRIPTS/setup"
	FB_FINAL=$FB_TOP/out/$1
	FB_STAGE=$FB_TOP/out/.$1.partial
	mkdir -p "$FB_TOP/out"
	fb_lock_file "$FB_TOP/out/.$1.lock" "out/$1"
	fb_need_space 100 "$FB_TOP/out"
	rm -rf -- "$FB_STAGE"
	fb_undo rm -rf -- "$FB_STAGE"
	mkdir -p "$FB_STAGE"
}

# fb_machine KERNEL: makes what the machine needs, so that it is not part of the machine's time
fb_machine() {
	"$FB_SCRIPTS/kernel/get" "$1" >/dev/null
	"$FB_SCRIPTS/vm/image" >/dev/null
	"$FB_SCRIPTS/vm/module" "$1" >/dev/null
	"$FB_SCRIPTS/vm/program" >/dev/null
}

# fb_result_end STATUS FILE: with STATUS 0 or 1 and FILE in $FB_STAGE, that folder is the result. Else it becomes
# out/failed, and FB_FINAL is empty. Prints the time of each step as progress.
fb_result_end() {
	if (($1 == 0 || $1 == 1)) && [[ -f $FB_STAGE/$2 ]]; then
		rm -rf -- "$FB_FINAL"
		mv -- "$FB_STAGE" "$FB_FINAL"
	elif rmdir -- "$FB_STAGE" 2>/dev/null; then
		# It is empty: the machine did not even start.
		FB_FINAL=''
	else
		fb_keep_failed "$FB_STAGE"
		fb_say "no result; console.log and dmesg are in out/failed"
		FB_FINAL=''
	fi
	fb_step_done "in all" "$FB_BEGAN"
	fb_steps "$FB_STEPS"
}

# fb_keep_failed DIR: DIR becomes out/failed
fb_keep_failed() {
	rm -rf -- "$FB_TOP/out/failed"
	mv -- "$1" "$FB_TOP/out/failed"
}

# fb_report DIR…: writes report.html to the first DIR, of the documents of all DIRs that exist. A report that fails is
# reported, and the result stays one.
fb_report() {
	local dir dirs=() status=0

	for dir; do
		[[ ! -d $dir ]] || dirs+=("$dir")
	done
	{ make --no-print-directory -s -C "$FB_TOP/userspace" program >/dev/null &&
		"$FB_TOP/userspace/flowbench" report -q "${dirs[@]}"; } || status=$?
	# 2: a document was refused, which the page names; or all were, and there is no page.
	if ((status == 0)) || { ((status == 2)) && [[ -e ${dirs[0]}/report.html ]]; }; then
		fb_say "report: ${dirs[0]#"$FB_TOP"/}/report.html"
	else
		fb_say "no report of ${dirs[0]#"$FB_TOP"/}"
	fi
}
