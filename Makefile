# SPDX-License-Identifier: GPL-2.0
# Entry points only: each target calls a script, which can be called by hand as well.
# Values of the environment are no text of a recipe: scripts read them from their environment, and
# check them.

# make, kbuild and a shell would take such a path for several, or for a command. make help works.
ifneq ($(MAKECMDGOALS),help)
ifneq ($(shell printf %s "$$(pwd -P)" | LC_ALL=C tr -cd '\001-\052\072-\077\133-\135\140\173-\175\177' | wc -c),0)
$(error the path of this folder has white space, quotes or other characters that make and a shell take for their own: \
	move the folder)
endif
# Targets remove what lies in their folder: make -f of another folder must not.
ifneq ($(realpath $(dir $(abspath $(lastword $(MAKEFILE_LIST))))),$(CURDIR))
$(error this Makefile works in its own folder: make -C $(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
endif
endif

all: userspace

help:
	@echo 'make run        reproduce a documented trace in a VM; result in out/latest/'
	@echo 'make matrix     every scenario on every kernel, one table; out/matrix/results.json'
	@echo 'make bench      what a packet costs on each path, in a VM; table, and out/latest/bench.json'
	@echo 'make confirm    prices, held against a count of all that a gateway executes: KERNEL=6.12 NIC=igb SIZE=1400'
	@echo 'make compare    what a patch costs: PATCH=fix.patch; or KERNEL=6.12.95,6.12.117; or TREE= BASE= HEAD= (verdict: ends with 0)'
	@echo 'make history    what a packet costs, and which checks pass, kernel by kernel: KERNELS="6.12.* 7.*"; out/history/report.html'
	@echo 'make bump       what a newer kernel does worse, better and otherwise: FROM=6.12.107 TO=6.12.117 PATCHES=DIR (verdict: ends with 0)'
	@echo 'make validate   does the flowtable do what it should, and only that: checks in a VM (verdict: ends with 0)'
	@echo 'make mutants    can the checks fail: plants one bug after the other in the kernel (verdict: ends with 0)'
	@echo 'make selftest   the kernel'"'"'s own nft_flowtable.sh, and how much of it took the fast path (verdict: ends with 0)'
	@echo 'make check      the tests, on the host and in the guest'
	@echo 'make check-extended the rest of them: on a debug kernel (KASAN, lockdep …), which is compiled once; on 5.10; fuzzers'
	@echo 'make shell      a shell in the guest, with the lab up'
	@echo 'make check-slow tests that build kernels or boot ten times (some ten minutes each), and the long ones on 5.10'
	@echo 'make check-debug the tests on kernels that watch themselves (KASAN, lockdep …; KCSAN): hours'
	@echo 'make fuzz       hostile input for every reader, 10 min a fuzzer: FUZZ="alias packet" SECONDS_EACH=60'
	@echo 'make coverage   which lines of program and module the tests run: ten minutes'
	@echo 'make static     gcc -fanalyzer, clang-tidy, the kernel'"'"'s coccinelle rules'
	@echo 'make lint       checkpatch, sparse, shellcheck, cppcheck, clang-format'
	@echo 'make unit       unit tests only (no root, no VM)'
	@echo 'make userspace  the program, for this machine: userspace/flowbench (V=1 shows the commands)'
	@echo 'make install    program, data, man page, completion, module sources: PREFIX=/usr/local DESTDIR='
	@echo 'make uninstall  remove what make install put there'
	@echo 'make deb        Debian packages flowbench and flowbench-dkms in out/'
	@echo 'make dist       the sources as a tarball in out/, the same bytes twice'
	@echo 'make oci        an OCI image with flowbench and what it needs: SUITE=bookworm TESTS=1'
	@echo 'make modules    the module, for the running kernel: flowbench.ko'
	@echo 'make kernels    what KERNEL= can be: the kernels that the archive has now, and what is missing of each'
	@echo 'make setup      install what is missing (the only step that may use sudo)'
	@echo 'make clean      remove what was built here; distclean: results and the cache as well'
	@echo
	@echo "KERNEL=$$(awk '!/^#/ { printf "%s|", $$1 }' scripts/data/kernels)$$(cd scripts/data/builds && echo * | tr ' ' '|')"','
	@echo '       a release (6.12.95), a series (7.3), a suite (experimental), DIR@REVISION of a git tree, or KERNEL=bzImage MODULES=…/lib/modules/RELEASE'
	@echo 'SCENARIO=esp-gateway (userspace/flowbench list names them)  NIC=igb|virtio|veth  WHY=1 of make run'
	@echo 'TRACE=FILE in place of SCENARIO: what a trace that you found leads to, compared with it'
	@echo 'ESP=null-sha1|aes128gcm16 of esp-gateway  NAT=legacy|nft of the UDP sends'
	@echo 'PATHS="conntrack flowtable"  BENCH="--flows 1,1k --size 60,1400"  PROFILE=1  FLOWS=1   of make bench'
	@echo 'PATCH=series.mbox  EACH=1 (a line a patch)   of make compare; scripts/compare --paste prints its result for a mail'
	@echo 'SHARD=2/8   of make history, matrix, mutants, compare and validate: a part of the boots; scripts/join makes one result'
	@echo 'CHECKS="kept ends-fin4"  STRICT=1  JOBS=2  OFFLOAD=refuse|shadow|forward   of make validate'
	@echo 'MUTANTS="mtu-unchecked gc-never"  ALL=1  JOBS=2   of make mutants'
	@echo 'KERNELS="6.12 7.2"  SCENARIOS=…  JOBS=2   of make matrix; KERNELS=  PATHS=  CHECKS=  SEEDS=1  JOBS=2   of make history'
	@echo 'TREE=DIR KERNELS=v6.12..topic STEP=10   of make history: commits of a git tree, and which of them moved a price'
	@echo 'ARCH=arm64 of another architecture than this machine: make userspace, modules, deb (SUITE=trixie), kernels, run, bench, compare, validate, matrix'
	@echo 'SMP=n  KVM=0|1  CABLES=hub|tap  CPU=max,avx2=off (a processor of QEMU)  VERBOSE=1 (progress without a terminal, too)  QUIET=1'

run:
	@scripts/run

bench:
	@scripts/bench

confirm:
	@scripts/confirm

matrix:
	@scripts/matrix

history:
	@scripts/history

compare:
	@scripts/verdict compare

bump:
	@scripts/verdict bump

validate:
	@scripts/verdict validate

mutants:
	@scripts/verdict mutants

selftest:
	@scripts/verdict selftest

check:
	@tests/run

check-extended:
	@tests/run extended

# the name until November 2026
check-watched: check-extended

check-slow:
	@tests/run slow

check-debug:
	@tests/run debug

kernels:
	@scripts/setup
	@scripts/kernel/list

debug-kernel:
	@scripts/kernel/get debug >/dev/null
	@scripts/kernel/get debug-kcsan >/dev/null

shell:
	@scripts/shell

fuzz:
	@scripts/setup --tests
	@scripts/dev/fuzz

lint:
	@scripts/setup --tests
	@scripts/dev/lint

static:
	@scripts/dev/static

coverage:
	@scripts/dev/coverage

setup:
	@scripts/setup --tests

unit:
	@scripts/setup --tests
	@$(MAKE) --no-print-directory -C userspace check

userspace:
	@$(if $(ARCH),scripts/vm/native-program,$(MAKE) --no-print-directory -C userspace)

modules:
	@scripts/vm/native-module $${KDIR:+"$$KDIR"}

install: userspace
	@scripts/install

uninstall:
	@scripts/install --uninstall

deb:
	@scripts/dev/deb

dist:
	@scripts/dev/dist

oci:
	@scripts/oci

clean:
	@$(MAKE) --no-print-directory -C userspace clean
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name '*.lock' ! -name 'userspace*' -exec rm -rf -- {} +
	@rm -f -- *.ko *.o *.mod *.mod.c .*.cmd kmod/*.o kmod/.*.cmd kmod/bench/*.o kmod/bench/.*.cmd kmod/why/*.o kmod/why/.*.cmd Module.symvers modules.order

distclean: clean
	@scripts/forget
	@rm -rf out
	@[ ! -d build ] || { if command -v flock >/dev/null; then exec 9>>build/userspace.lock && flock 9; fi; rm -rf build; }

.PHONY: all help run bench confirm matrix history compare bump validate mutants selftest check check-extended check-watched check-slow check-debug kernels debug-kernel fuzz shell lint static coverage setup unit userspace
.PHONY: modules install uninstall deb dist oci clean distclean
