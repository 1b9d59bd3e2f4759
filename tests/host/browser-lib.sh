# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for a headless browser, controlled through WebDriver with curl and jq. Source it, then
#	browser_begin; browser_open FILE; browser_js 'return 1 + 1'; …; browser_end

browser_session='' browser_dir='' browser_pid=''

# browser_lacks: prints the programs that this machine lacks for that
browser_lacks() {
	local program

	for program in chromium chromedriver curl jq; do
		command -v "$program" >/dev/null || printf '%s ' "$program"
	done
}

# wd METHOD PATH [JSON]: sends a command and prints its value as JSON; prints the browser's error if it fails
wd() {
	local said

	said=$(curl -sS --max-time 60 -X "$1" "http://127.0.0.1:$browser_port/$2" \
		-H 'Content-Type: application/json' ${3:+--data-binary @-} <<<"${3:-}") || return 1
	if [[ $(jq -r '.value.error? // empty' <<<"$said" 2>/dev/null) ]]; then
		jq -r '.value | .error + ": " + .message' <<<"$said" >&2
		return 1
	fi
	jq -c .value <<<"$said"
}

browser_begin() {
	local args wait

	browser_dir=$(mktemp -d)
	mkdir "$browser_dir/profile"
	: >"$browser_dir/driver"
	setsid chromedriver --port=0 >"$browser_dir/driver" 2>&1 </dev/null &
	browser_pid=$!
	for ((wait = 0; wait < 200; wait++)); do
		browser_port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$browser_dir/driver")
		[[ -z $browser_port ]] || break
		kill -0 "$browser_pid" 2>/dev/null || break
		sleep 0.05 # until it listens
	done
	[[ -n $browser_port ]] || {
		cat "$browser_dir/driver"
		return 1
	}
	# The proxy is a port without a listener, so the browser cannot fetch anything.
	args=$(jq -n --arg dir "$browser_dir/profile" '["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--disable-dev-shm-usage", "--hide-scrollbars", "--proxy-server=127.0.0.1:9", "--user-data-dir=" + $dir]')
	browser_session=$(wd POST session "$(jq -n --argjson args "$args" '{capabilities: {alwaysMatch: {
		browserName: "chrome", "goog:loggingPrefs": {browser: "ALL"}, "goog:chromeOptions": {args: $args}}}}')" |
		jq -r .sessionId)
	[[ -n $browser_session ]]
}

# browser_end: ends the processes that browser_begin started, and no other
browser_end() {
	[[ -z $browser_session ]] || wd DELETE "session/$browser_session" >/dev/null
	[[ -z $browser_pid ]] || kill -- "-$browser_pid" 2>/dev/null || true
	[[ -z $browser_pid ]] || wait "$browser_pid" 2>/dev/null
	rm -rf -- "${browser_dir:?}"
	browser_session='' browser_pid=''
}

browser() {
	wd "$1" "session/$browser_session/$2" "${3:-}"
}

# browser_open FILE [HASH]
browser_open() {
	browser POST url "$(jq -n --arg url "file://$(realpath -- "$1")${2:-}" '{url: $url}')" >/dev/null
}

# browser_js SCRIPT [ARGUMENT…]: prints what SCRIPT returns, as JSON
browser_js() {
	browser POST execute/sync "$(jq -n --arg script "$1" '{script: $script, args: $ARGS.positional}' --args "${@:2}")"
}

# browser_true SCRIPT [ARGUMENT…]: succeeds if SCRIPT returns true; otherwise prints what it returns
browser_true() {
	local said

	said=$(browser_js "$@") || return 1
	[[ $said == true ]] || {
		printf '%s\n' "$said"
		return 1
	}
}

browser_cdp() {
	browser POST goog/cdp/execute "$(jq -n --arg cmd "$1" --argjson params "$2" '{cmd: $cmd, params: $params}')"
}

# browser_width WIDTH: sets the width of the screen, in pixels
browser_width() {
	browser_cdp Emulation.setDeviceMetricsOverride "$(jq -n --argjson width "$1" \
		'{width: $width, height: 900, deviceScaleFactor: 1, mobile: ($width < 600)}')" >/dev/null
}

# browser_prefers light|dark
browser_prefers() {
	browser_cdp Emulation.setEmulatedMedia "$(jq -n --arg value "$1" \
		'{features: [{name: "prefers-color-scheme", value: $value}]}')" >/dev/null
}

# browser_find CSS: prints the id of the first such element
browser_find() {
	browser POST element "$(jq -n --arg css "$1" '{using: "css selector", value: $css}')" | jq -r '.[]'
}

# browser_click CSS: clicks as a user would; fails if another element covers it
browser_click() {
	local at

	at=$(browser_find "$1") && browser POST "element/$at/click" '{}' >/dev/null
}

# browser_type CSS TEXT
browser_type() {
	local at

	at=$(browser_find "$1") && browser POST "element/$at/value" "$(jq -n --arg text "$2" '{text: $text}')" >/dev/null
}

# browser_clear CSS
browser_clear() {
	local at

	at=$(browser_find "$1") && browser POST "element/$at/clear" '{}' >/dev/null
}

# browser_picture FILE: writes a picture of the whole page
browser_picture() {
	browser_cdp Page.captureScreenshot "$(browser_js 'const at = document.documentElement;
		return { captureBeyondViewport: true, clip: { x: 0, y: 0, width: innerWidth, scale: 1,
			height: Math.min(at.scrollHeight, 15000) } }')" | jq -r .data | base64 -d >"$1"
}

# browser_print FILE: prints the page to a PDF
browser_print() {
	browser POST print '{"background": false}' | jq -r . | base64 -d >"$1"
}

# browser_complaints: prints the messages of the page's console, one a line
browser_complaints() {
	browser POST se/log '{"type": "browser"}' | jq -r '.[] | .level + ": " + .message'
}
