# SPDX-License-Identifier: GPL-2.0
#
# The kernel's log without the data races (KCSAN) in which no module of ours has a part: the kernel has some of its
# own, seen by chance and by nobody's fault here. What else is said within such a report is not lost with it; a report
# that is cut short is left in. Their number goes to the file `others`, if one is named.
#
# A module has a part if one of the two accesses is made by its code or by what that calls, down to where the kernel
# goes on by itself: with a packet that it was handed (all ways that kmod/ has), or in an interrupt or softirq that
# came while the module ran. Functions are listed innermost first: of each access, what is below such a one is no part.
/BUG: KCSAN: / {
	race = 1
	said = ""
	ours = 0
}
/ of [0-9]+ bytes by (task|interrupt)/ {
	theirs = 0
}
!race {
	print
	next
}
{
	said = said $0 "\n"
}
/ (netif_receive_skb|netif_receive_skb_list|napi_gro_receive|handle_softirqs|asm_(sysvec|common)_[a-z_]+)[+]/ {
	theirs = 1
}
!theirs && /\[(flowbench|flowbench_idle|planted)\]/ {
	ours = 1
}
/BUG:|WARNING:|Oops|general protection|Call Trace|UBSAN|ODEBUG|refcount_t/ && !/BUG: KCSAN: / {
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
