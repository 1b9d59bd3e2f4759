# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests of series: a small source with a module, and a series of four patches to it. Needs $dir of tests/lib.sh.

# repository: makes $dir/linux, a git tree; its tag base is the source, and behind it are four patches: to three functions of
# the module, and one of a document
repository() {
	local at=$dir/linux file=net/netfilter/nf_flow_table_ip.c name

	mkdir -p "$at/net/netfilter" "$at/Documentation/networking" && git init -q "$at" || return 1
	git -C "$at" config user.name "A Developer"
	git -C "$at" config user.email dev@localhost
	git -C "$at" config commit.gpgsign false
	{
		printf '#include <linux/module.h>\n\n#define LIMIT 3\n\n'
		for name in alpha beta gamma; do
			printf 'static int flow_%s(int x)\n{\n\tint y = x;\n\n\ty = y + LIMIT;\n\ty += 1;\n\treturn y;\n}\n\n' "$name"
		done
		printf 'int flow_hook(int x)\n{\n\tif (x == 0)\n\t\treturn flow_alpha(x);\n\treturn flow_beta(x) + flow_gamma(x);\n}\n'
	} >"$at/$file"
	printf 'obj-m += nf_flow_table.o\nnf_flow_table-objs := nf_flow_table_ip.o\n' >"$at/net/netfilter/Makefile"
	printf 'Title\n' >"$at/Documentation/networking/flow.rst"
	commit "source" && git -C "$at" tag base || return 1
	for name in alpha beta; do
		awk -v name="$name" '$0 ~ "flow_" name "\\(int" { on = 1 } on && /y \+= 1/ { sub(/1/, "2"); on = 0 } 1' \
			"$at/$file" >"$dir/new" && cp "$dir/new" "$at/$file" && commit "netfilter: flowtable: $name adds two = more" || return 1
	done
	printf 'More\n' >>"$at/Documentation/networking/flow.rst"
	commit "docs: flowtable: more" || return 1
	awk '/flow_gamma\(int/ { on = 1 } on && /y \+= 1/ { sub(/1/, "2"); on = 0 } 1' "$at/$file" >"$dir/new" &&
		cp "$dir/new" "$at/$file" && commit "netfilter: flowtable: gamma adds two"
}

commit() {
	git -C "$dir/linux" add -A && GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
		git -C "$dir/linux" commit -q -m "$1" -m "Why, in a sentence."
}

# formatted OPTION…: the series by git format-patch
formatted() {
	git -C "$dir/linux" format-patch -q --cover-letter "$@" base..HEAD
}
