package run

import (
	"bytes"
	"os"
	"strconv"
)

// table reads all processes. What cannot be read has ended.
func table() []proc {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	boot := bootID()
	out := make([]proc, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, ok := lookAt(pid, boot); ok {
				out = append(out, p)
			}
		}
	}
	return out
}

// lookAt reads one line of the table: proc(5), /proc/pid/stat. The second field
// is the program's name, which may hold anything.
func lookAt(pid int, boot string) (proc, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return proc{}, false
	}
	f := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(f) < 20 {
		return proc{}, false
	}
	num := func(i int) int { n, _ := strconv.Atoi(string(f[i])); return n }
	return proc{pid: pid, ppid: num(1), group: num(2), session: num(3),
		start: boot + "/" + string(f[19]), dead: f[0][0] == 'Z' || f[0][0] == 'X'}, true
}

// bootID tells one start of the machine from another: the times of processes
// count from there.
func bootID() string {
	b, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return string(bytes.TrimSpace(b))
}

// startOf names the process beyond its number; "" when there is none.
func startOf(pid int) string {
	p, _ := lookAt(pid, bootID())
	return p.start
}

// environOf is the environment as it was given to the process.
func environOf(pid int) []byte {
	b, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return b
}
