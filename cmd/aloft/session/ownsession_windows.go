package session

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// ownSession: no console, whose end would end the process, and none of its Ctrl-C.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}
