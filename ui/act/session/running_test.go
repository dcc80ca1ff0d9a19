package session

import (
	"os/exec"
	"strings"
	"testing"
)

// Whatever is in a name, a typed line gives it to the program as one word, and none of it to the shell.
func TestTypedLines(t *testing.T) {
	names := []string{"a b", "-rf", "$(echo pwned)", "x;y", "'", `"`, "new\nline", "*", "`echo pwned`", `\`, "%s"}
	const folder = "/here; echo pwned"
	all := "[" + strings.Join(names, "][") + "]"
	for line, want := range map[string]string{
		`printf '[%s]' %s`:                   all,
		`printf '[%%]'; echo %%`:             "[%]%\n",
		`printf '[%s]' "%s"`:                 all,
		`printf '[%s]' "$(printf '%s,' %s)"`: "[" + strings.Join(names, ",") + ",]",
		`printf '[%s]' "<%s>"`:               "[<" + strings.Join(names, "][") + ">]",
		`printf '[%s]' "(%s)"`:               "[(" + strings.Join(names, "][") + ")]",
		`printf '[%s]' %d %D`:                "[" + folder + "][/other]",
		`printf '[%s]' "%d/x" %%d \%s`:       "[" + folder + "/x][%d][%s]",
		`printf '[%s]' 'it is %s'`:           "[it is %s]",
		`sh -c 'printf "[%s]" "$1"' x %D`:    "[/other]",
		`date +%Y | tr 0-9 n`:                "nnnn\n",
	} {
		c := exec.Command("sh", append([]string{"-c", shellLine(line), "aloft"}, names...)...)
		c.Env = []string{"PATH=/usr/bin:/bin", "ALOFT_FOLDER=" + folder, "ALOFT_OTHER=/other"}
		if got, err := c.Output(); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", line, got, err, want)
		}
	}
}
