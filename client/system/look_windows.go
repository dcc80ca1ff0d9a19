package system

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// host is the computer's name: a pid with the time of its start is told apart from
// those of an earlier boot.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return name
}

// stillActive is STILL_ACTIVE, the exit code of a process that runs.
const stillActive = 259

// look opens the process. None is stopped here: there is no Ctrl-Z.
func look(pid int) (stopped bool, since string, err error) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if errors.Is(err, windows.ERROR_INVALID_PARAMETER) {
		return false, "", os.ErrNotExist
	}
	if err != nil {
		return false, "", err
	}
	defer windows.CloseHandle(h) //nolint:errcheck // it was read only
	var code uint32
	if err := windows.GetExitCodeProcess(h, &code); err == nil && code != stillActive {
		return false, "", os.ErrNotExist
	}
	var began, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(h, &began, &ended, &kernel, &user); err != nil {
		return false, "", err
	}
	return false, fmt.Sprint(began.Nanoseconds()), nil
}
