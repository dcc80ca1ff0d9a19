package kit_test

import (
	"testing"

	"aloft/ui/kit"
)

func TestIDTail(t *testing.T) {
	for id, want := range map[string]string{"DABCDEF": "#CDEF", "ab": "#ab", "": "#", "文件编号甲乙丙": "#号甲乙丙", "x\x1b[1m": "#\ufffd[1m"} {
		if got := kit.IDTail(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}
