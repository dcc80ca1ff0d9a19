package holder

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// host is the id of the boot with the namespace of the processes (proc(5)).
func host() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
}

// look reads the third and the 22nd word of the process's stat (proc(5)): state,
// and start time in clock ticks since boot. The second one, a name in parentheses,
// may have anything in it.
func look(pid int) (stopped bool, since string, err error) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false, "", err
	}
	words := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(words) < 20 {
		return false, "", os.ErrInvalid
	}
	switch words[0][0] {
	case 'Z', 'X':
		return false, "", os.ErrNotExist
	}
	return words[0][0] == 'T', string(words[19]), nil
}
