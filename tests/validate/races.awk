# SPDX-License-Identifier: GPL-2.0
#
# The kernel's log without the data races (KCSAN) in which no module of ours has a part: the kernel has some of its
# own, seen by chance and by nobody's fault here. What else is said within such a report is not lost with it; a report
# that is cut short is left in. Their number goes to the file `others`, if one is named.
/BUG: KCSAN: / {
	race = 1
	said = ""
	ours = 0
}
!race {
	print
	next
}
{
	said = said $0 "\n"
}
/\[(flowbench|flowbench_idle|planted)\]/ || (/BUG:|WARNING:|Oops|general protection|Call Trace|UBSAN|ODEBUG|refcount_t/ && !/BUG: KCSAN: /) {
	ours = 1
}
/====================/ {
	if (ours)
		printf "%s", said
	else
		nr_others++
	race = 0
}
END {
	if (race)
		printf "%s", said
	if (nr_others && others)
		printf "# %d data races in which no module of ours has a part\n", nr_others >others
}
