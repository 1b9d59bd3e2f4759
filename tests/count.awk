# SPDX-License-Identifier: GPL-2.0
#
# Adds up the KTAP of one test program, which may have several plans. Variables: name, the status that it ended with, and
# limit, the seconds that it had. Prints lines of words behind a tab: "sums PASSED FAILED SKIPPED", "failed TEXT" for each
# failure, "skipped REASON" for each skip.
#
# A skip without a reason is a failure. A failure that a kernel is known to have ("not ok … # TODO") counts as skipped.
# The unit tests have added themselves up: their last line is "N passed, N failed, N skipped".

function fail(text) {
	failed++
	print "failed\t" name ": " text
}

/^1\.\.[0-9]/ {
	planned += substr($0, 4)
}

match($0, /# SKIP  */) && RSTART + RLENGTH <= length($0) {
	print "skipped\t" substr($0, RSTART + RLENGTH)
}

/^ok .*# SKIP *$/ {
	fail(substr($0, 4) ": skipped without a reason")
	next
}

/^(ok .*# SKIP|not ok .*# TODO)/ {
	if (match($0, /# TODO  */))
		print "skipped\tknown: " substr($0, RSTART + RLENGTH)
	skipped++
	next
}

/^ok / {
	passed++
}

/^not ok / {
	fail(substr($0, 8))
}

{
	last = $0
}

END {
	seen = passed + failed + skipped
	if (name ~ /^unit/) {
		if (split(last, sum, " ") == 6 && last ~ /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/) {
			passed = sum[1]
			skipped = sum[5]
			if (failed = sum[3] + 0)
				print "failed\t" name ": " failed " tests"
		} else {
			fail("did not build or run (status " status ")")
		}
	} else if (status == 124) {
		fail("not ended after " limit " s, after test " seen " of " planned + 0)
	} else if (planned != seen || !seen) {
		fail("planned " planned + 0 " tests, saw " seen " (status " status ")")
	} else if (status && !failed) {
		fail("ended with status " status " after all its tests passed")
	}
	printf "sums\t%d %d %d\n", passed, failed, skipped
}
