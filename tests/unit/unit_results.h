/* SPDX-License-Identifier: GPL-2.0 */
/* Texts of results.json and validate.json that have all that their readers want. */
#ifndef FB_UNIT_RESULTS_H
#define FB_UNIT_RESULTS_H

#define UNIT_SUM "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* An expectation: true or false. */
#define UNIT_EXPECT(holds) "{\"chain\": \"a\", \"refuse\": false, \"holds\": " holds "}"

#define UNIT_PHASE(name, trace, expect)                                                        \
	"{\"name\": \"" name "\", \"label\": \"\", \"path\": \"fast\", \"packet\": \"none\", " \
	"\"trace\": \"" trace "\", \"sha256\": \"" UNIT_SUM "\", \"root\": \"ip_rcv\", "       \
	"\"expect\": [" expect "], \"lines\": 1, \"cut\": 0}"

/* @more: members with a comma behind them. */
#define UNIT_RESULTS(scenario, more, kernel, phases)                                      \
	"{\"schema\": \"flowbench.results/1\", \"scenario\": \"" scenario "\", " more     \
	"\"lab\": {\"nic\": \"virtio\"}, \"fingerprint\": {\"kernel\": \"" kernel "\"}, " \
	"\"phases\": [" phases "]}"

/* A check with one claim, that holds if @counted is "1". */
#define UNIT_CHECK(name, outcome, counted, held)                                                  \
	"{\"name\": \"" name "\", \"proves\": \"\", \"outcome\": \"" outcome                      \
	"\", \"seconds\": 1.0, "                                                                  \
	"\"claims\": [{\"source\": \"hook\", \"what\": \"w\", \"op\": \"=\", \"wanted\": \"1\", " \
	"\"counted\": \"" counted "\", \"held\": " held "}], \"notes\": []}"

#define UNIT_VALIDATE(kernel, checks)                                                            \
	"{\"schema\": \"flowbench.validate/1\", \"kernel\": \"" kernel "\", \"strict\": false, " \
	"\"fingerprint\": {\"kernel\": \"" kernel "\"}, \"checks\": [" checks "]}"

#endif
