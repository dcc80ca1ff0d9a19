package webhook

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/webhook/receive"
)

// Receivers of two users run side by side, and the kernel says whose a port is.
// Only root can start a process of another user; a test that is not root passes
// another uid than its own.
func TestTwoUsers(t *testing.T) {
	me, other := os.Geteuid(), &syscall.Credential{Uid: 65534, Gid: 65534}
	if me != 0 {
		me, other = me+1, nil
	}
	port := listenAs(t, other)
	r := serve(t, func(o *Options) {
		o.Settings.Enabled, o.Settings.Port = true, port
		o.Foreign = func(address string, port int) (int, bool) { return receive.Foreign(address, port, me) }
	})
	now := r.moved(port)
	r.again()
	r.at(now, port)
}

// listenAt makes this test binary listen until its input ends.
const listenAt = "ALOFT_TEST_LISTEN"

func init() {
	address := os.Getenv(listenAt)
	if address == "" {
		return
	}
	l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(l.Addr().(*net.TCPAddr).Port)
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// listenAs starts a process that listens, as that user if there is one, and returns
// the port.
func listenAs(t *testing.T, user *syscall.Credential) int {
	t.Helper()
	self, err := os.Open(os.Args[0]) // its folder may not be readable for other users
	if err != nil {
		t.Fatal(err)
	}
	defer self.Close()
	c := exec.Command("/proc/self/fd/3")
	c.ExtraFiles, c.Dir, c.Env, c.Stderr = []*os.File{self}, "/", []string{listenAt + "=127.0.0.1"}, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	port, err := strconv.Atoi(procs.Start(t, c).Line(t))
	if err != nil {
		t.Fatal(err)
	}
	return port
}
