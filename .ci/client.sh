# Sourced by .ci/run. Installs the client that the real-client tests run, once, where they look for it
# (cmd/internal/lab/need.go: os.UserCacheDir, which is ~/.cache without XDG_CACHE_HOME).

client_version=2.1.332

install_client() {
	[ -n "${CLAUDE_BIN:-}" ] && return
	local dir="${XDG_CACHE_HOME:-$HOME/.cache}/compact-keeper-ci/client-$client_version"
	[ -x "$dir/node_modules/.bin/claude" ] && return
	# installed beside and moved, so that an install that broke off does not pass for a whole one
	rm -rf "$dir.new" && mkdir -p "$dir.new" &&
		npm install --prefix "$dir.new" --no-audit --no-fund --no-save --loglevel=error "@anthropic-ai/claude-code@$client_version" &&
		rm -rf "$dir" && mv "$dir.new" "$dir"
}
