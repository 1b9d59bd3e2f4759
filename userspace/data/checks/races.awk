# SPDX-License-Identifier: GPL-2.0
#
# Copies a kernel log without the data races (KCSAN reports) in which none of our modules has a part. The kernel has
# races of its own, and KCSAN finds them by chance. A report that contains another warning is kept, and so is a
# report that is cut short. The number of removed reports goes to the file `others`, if that variable is set.
#
# A module has a part in a race if its code makes one of the two accesses, or calls the function that makes it. It has
# no part in what the kernel does by itself: with a packet that the module handed to it (by any function that kmod/
# uses for that), or in an interrupt or softirq that came while the module ran. Stack traces list the innermost
# function first. So, of each access, the lines after such a function do not count.
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
		printf "# %d data races in which none of our modules has a part\n", nr_others >others
}
