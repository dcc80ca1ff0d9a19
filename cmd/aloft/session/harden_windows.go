package session

import "golang.org/x/sys/windows"

// HardenProcess keeps the system from asking about a crash, and from sending the memory
// of the process, credentials included, with a report of it.
func HardenProcess() {
	windows.SetErrorMode(windows.SEM_FAILCRITICALERRORS | windows.SEM_NOGPFAULTERRORBOX)
}
