package run

import "golang.org/x/sys/unix"

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// members are the running processes of a group.
func members(group int) (out []int) {
	all, _ := unix.SysctlKinfoProcSlice("kern.proc.pgrp", group)
	for i := range all {
		if all[i].Proc.P_stat != zombie {
			out = append(out, int(all[i].Proc.P_pid))
		}
	}
	return out
}
