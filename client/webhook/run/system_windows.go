package run

import (
	"errors"

	"golang.org/x/sys/windows"
)

// howItEnded returns the exit code; there are no signals here.
func howItEnded(status uint32) (exit int, signal string) { return int(int32(status)), "" }

// mayEnter: nobody says before it is tried.
func mayEnter(string) error { return nil }

// isTooLong: the command line or the environment is too large.
func isTooLong(err error) bool {
	return errors.Is(err, windows.ERROR_FILENAME_EXCED_RANGE) || errors.Is(err, windows.ERROR_BUFFER_OVERFLOW)
}

// stopLeft has nothing to do: the job object has ended everything.
func stopLeft(int, string, string) {}

// KillLeft has nothing to do: what an earlier process of this program ran has ended with
// it, by the system.
func KillLeft(int, string, string) bool { return false }

// Supervise has nothing to do: a job object does the work of a supervisor.
func Supervise() {}
