package system

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// host is the time of the boot.
func host() string {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return ""
	}
	return fmt.Sprint(t.Sec)
}

// States of a process (sys/proc.h).
const (
	stateStopped = 4
	stateZombie  = 5
)

func look(pid int) (stopped bool, since string, err error) {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	switch {
	case err != nil:
		return false, "", err
	case p == nil || int(p.Proc.P_pid) != pid || p.Proc.P_stat == stateZombie:
		return false, "", os.ErrNotExist
	}
	return p.Proc.P_stat == stateStopped, fmt.Sprint(p.Proc.P_starttime.Sec, ".", p.Proc.P_starttime.Usec), nil
}
