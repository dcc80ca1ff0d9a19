package file

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

const bootClock = unix.CLOCK_BOOTTIME

// bootIdentity names the boot and the time namespace: processes in another time
// namespace see the same boot id but another boot time.
func bootIdentity() ([]string, bool) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	// Kernels before 5.6 have no time namespaces and no such link.
	ns, _ := os.Readlink("/proc/self/ns/time")
	return []string{"linux", strings.TrimSpace(string(id)), ns}, err == nil && len(id) > 0
}
