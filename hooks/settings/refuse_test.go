package settings_test

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// The client's own file can be damaged between install and uninstall: then our entries stay rather than anything else goes.
func TestBR31_UninstallOfADamagedFileLosesNothing(t *testing.T) {
	l := newLab(t)
	l.write("{\n  \"a\": 1\n}\n")
	l.install()
	damaged := strings.Replace(l.file(), `"a": 1`, `"a": 1 /* mine */`, 1)
	l.write(damaged)
	if _, err := settings.Uninstall(l.path, l.state); err == nil {
		t.Error("uninstall took a file with a comment")
	}
	l.want("the file", l.file(), damaged)
	l.write(strings.Replace(damaged, " /* mine */", "", 1))
	l.uninstall()
	l.want("the file, mended and uninstalled", l.file(), "{\n  \"a\": 1\n}\n")
}
