package live

import (
	"fmt"
	"os"
)

// key is made up. The client does not start without one.
const key = "sk-ant-fake-key-for-loopback"

// inherited are the variables that a program needs from the person's environment to start at all. None tells of an API,
// a key or a configuration.
var inherited = []string{
	"PATH", "LANG", "LC_ALL", "USER", "LOGNAME",
	"USERNAME", "SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "ProgramFiles", "ProgramData", "CLAUDE_CODE_GIT_BASH_PATH",
}

// environment is what the client is told of the world.
func environment(url, home, config, tmp string) []string {
	env := []string{
		"HOME=" + home, "USERPROFILE=" + home, "APPDATA=" + home, "LOCALAPPDATA=" + home, "CLAUDE_CONFIG_DIR=" + config,
		"TMPDIR=" + tmp, "TMP=" + tmp, "TEMP=" + tmp, "SHELL=/bin/sh", "TERM=dumb",
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=" + key,
		"HTTP_PROXY=" + url, "HTTPS_PROXY=" + url, "ALL_PROXY=" + url, "NO_PROXY=127.0.0.1,localhost",
		"http_proxy=" + url, "https_proxy=" + url, "all_proxy=" + url, "no_proxy=127.0.0.1,localhost",
		"DISABLE_AUTOUPDATER=1", "DISABLE_UPDATES=1", "DISABLE_INSTALLATION_CHECKS=1", "DISABLE_TELEMETRY=1",
		"DISABLE_ERROR_REPORTING=1", "DISABLE_GROWTHBOOK=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1", "CLAUDE_CODE_MAX_RETRIES=1",
		// an app in which a person types: of claude -p older clients do not say who wrote a prompt
		"CLAUDE_CODE_ENTRYPOINT=claude-vscode",
		fmt.Sprintf("CLAUDE_CODE_AUTO_COMPACT_WINDOW=%d", window),
	}
	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
