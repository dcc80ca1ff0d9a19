package run

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"

	"golang.org/x/sys/unix"
)

// processes returns all of them.
func processes() iter.Seq[proc] {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	return func(yield func(proc) bool) {
		for i := range all {
			if err != nil || !yield(fromKernel(&all[i])) {
				return
			}
		}
	}
}

// zombie is SZOMB of sys/proc.h.
const zombie = 5

func fromKernel(k *unix.KinfoProc) proc {
	pid := int(k.Proc.P_pid)
	p := proc{pid: pid, ppid: int(k.Eproc.Ppid), group: int(k.Eproc.Pgid), dead: k.Proc.P_stat == zombie,
		start: fmt.Sprintf("%d.%06d", k.Proc.P_starttime.Sec, k.Proc.P_starttime.Usec)}
	p.session, _ = unix.Getsid(pid)
	return p
}

// lookAt reads the table's entry of a process.
func lookAt(pid int) (proc, bool) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return proc{}, false
	}
	return fromKernel(k), true
}

// environOf is the environment as it was passed to the process: the kernel returns
// the number of arguments, the program's path, arguments and environment.
func environOf(pid int) []byte {
	b, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(b) < 4 {
		return nil
	}
	args := int(binary.NativeEndian.Uint32(b))
	_, b, _ = bytes.Cut(b[4:], []byte{0})
	b = bytes.TrimLeft(b, "\x00")
	for range args {
		var ok bool
		if _, b, ok = bytes.Cut(b, []byte{0}); !ok {
			return nil
		}
	}
	return b
}
