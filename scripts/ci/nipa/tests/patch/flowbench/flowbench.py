# SPDX-License-Identifier: GPL-2.0
"""NIPA: what a patch, or a series, costs on the paths that it enters.

FLOWBENCH names the folder of flowbench's sources (default: /opt/flowbench). Its other settings are those of scripts/compare:
KERNEL, PATHS, SEEDS. The whole output is in the result's folder.
"""

import os
import re
import subprocess

SUCCESS, FAILURE, WARNING = 0, 1, 250
DIFFERS, NO_BUILD, NO_BOOT = 1, 3, 4


def last(text, pattern):
    """Returns what the last match of the pattern has caught, or None."""
    found = re.findall(pattern, text, re.MULTILINE)
    return found[-1] if found else None


def judge(status, out, err):
    """Returns NIPA's result and a description of one line, of what scripts/compare ended with and printed."""
    verdict = last(out, r"^verdict: (.*)$")
    reason = last(err, r"^flowbench: (.*)$") or "no reason was given"
    if status == 0:
        return SUCCESS, verdict or "no difference"
    if status in (DIFFERS, 5) and verdict:
        return WARNING, verdict
    if status == NO_BUILD:
        # Without its marks, what was built last does not build.
        return FAILURE, "does not build: " + (last(err, r"^(?:/build/src/)?(.*error: .*)$") or reason)
    if status == NO_BOOT:
        return FAILURE, "does not boot, or a path is not taken any more: " + reason
    return WARNING, "not measured: " + (verdict or reason)


def compare(tree, base, result_dir):
    """Compares HEAD of the tree with an earlier revision."""
    top = os.environ.get("FLOWBENCH", "/opt/flowbench")
    script = os.path.join(top, "scripts", "compare")
    if not os.access(script, os.X_OK):
        return WARNING, f"not measured: no {script}; FLOWBENCH= names the folder of flowbench"
    env = dict(os.environ, TREE=tree.path, BASE=base, HEAD="HEAD", TRACE="0")
    for name in ("PATCH", "EACH", "SHARD"):
        env.pop(name, None)
    ended = subprocess.run([script], cwd=top, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    log = os.path.join(result_dir, "flowbench")
    os.makedirs(log, exist_ok=True)
    with open(os.path.join(log, "log"), "w", encoding="utf-8") as file:
        file.write(ended.stdout + ended.stderr)
    return judge(ended.returncode, ended.stdout, ended.stderr)


def patch(tree, thing, result_dir):
    """NIPA has applied the patch: it is HEAD."""
    return compare(tree, "HEAD~1", result_dir)


def series(tree, thing, result_dir):
    """NIPA has applied all patches of the series."""
    return compare(tree, f"HEAD~{len(thing.patches)}", result_dir)
