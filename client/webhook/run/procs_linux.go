package run

import (
	"bytes"
	"iter"
	"os"
	"strconv"
	"sync"
)

// processes returns all of them, one after the other. One that cannot be read has
// ended.
func processes() iter.Seq[proc] {
	return func(yield func(proc) bool) {
		dir, err := os.Open("/proc")
		if err != nil {
			return
		}
		defer func() { _ = dir.Close() }()
		names, _ := dir.Readdirnames(-1)
		for _, name := range names {
			if pid, err := strconv.Atoi(name); err == nil {
				if p, ok := lookAt(pid); ok && !yield(p) {
					return
				}
			}
		}
	}
}

// lookAt reads the table's entry of a process: proc(5), /proc/pid/stat. The second
// field is the program's name, which may contain anything.
func lookAt(pid int) (proc, bool) {
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
		start: bootID() + "/" + string(f[19]), dead: f[0][0] == 'Z' || f[0][0] == 'X'}, true
}

// bootID identifies the boot of the machine: start times of processes count from
// there.
var bootID = sync.OnceValue(func() string {
	b, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return string(bytes.TrimSpace(b))
})

// environOf is the environment as it was passed to the process.
func environOf(pid int) []byte {
	b, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return b
}
