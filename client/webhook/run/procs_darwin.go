package run

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// table reads all processes.
func table() []proc {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	out := make([]proc, 0, len(all))
	for i := range all {
		out = append(out, fromKernel(&all[i]))
	}
	return out
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

// startOf names the process beyond its number; "" when there is none.
func startOf(pid int) string {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return ""
	}
	return fromKernel(k).start
}

// environOf is the environment as it was given to the process: the kernel gives
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
