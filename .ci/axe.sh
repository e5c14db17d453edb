# Sourced by .ci/run. Installs axe-core, by which the browser tests look whether the pages can be used by everyone, where
# they look for it (cmd/compact-keeper/browser_test.go); AXE names another file.

axe_version=4.14.1

install_axe() {
	[ -n "${AXE:-}" ] && return
	local dir="${XDG_CACHE_HOME:-$HOME/.cache}/compact-keeper-ci/axe-$axe_version"
	[ -f "$dir/node_modules/axe-core/axe.min.js" ] && return
	rm -rf "$dir.new" && mkdir -p "$dir.new" &&
		npm install --prefix "$dir.new" --no-audit --no-fund --no-save --ignore-scripts --loglevel=error "axe-core@$axe_version" &&
		rm -rf "$dir" && mv "$dir.new" "$dir"
}
