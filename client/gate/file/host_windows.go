package file

import (
	"os"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel    = windows.NewLazySystemDLL("kernel32.dll")
	counter   = kernel.NewProc("QueryPerformanceCounter")
	frequency = kernel.NewProc("QueryPerformanceFrequency")
)

// sinceBoot is the time of a clock that all processes of this boot share: the counter,
// since the milliseconds since the boot advance by up to 16 at once, and a gap could
// be that much too short. Neither call fails on a Windows that Go runs on.
func sinceBoot() time.Duration {
	var n, each int64
	_, _, _ = counter.Call(uintptr(unsafe.Pointer(&n)))
	_, _, _ = frequency.Call(uintptr(unsafe.Pointer(&each)))
	if each <= 0 {
		return windows.DurationSinceBoot()
	}
	return time.Duration(n/each)*time.Second + time.Duration(n%each)*time.Second/time.Duration(each)
}

// bootIdentity is the computer and the time of the boot. When the wall clock is set it
// changes, which costs a full gap.
func bootIdentity() ([]string, bool) {
	name, err := os.Hostname()
	boot := time.Now().Add(-sinceBoot()).Round(2 * time.Second)
	return []string{"windows", name, strconv.FormatInt(boot.Unix(), 10)}, err == nil
}
