package system

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// host is the id of the boot and the pid namespace (proc(5)).
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

// look reads the fields 3 and 22 of /proc/PID/stat (proc(5)): state, and start time
// in clock ticks since boot. Field 2, a name in parentheses, may have anything in
// it.
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
