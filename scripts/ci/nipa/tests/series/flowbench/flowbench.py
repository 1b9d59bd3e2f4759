# SPDX-License-Identifier: GPL-2.0
"""NIPA: the test of a series is in that of a patch, beside this folder."""

from tests.patch.flowbench.flowbench import series  # noqa: F401
