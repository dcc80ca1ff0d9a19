//go:build unix

package secret

import (
	"io/fs"
	"os"
	"syscall"
	"time"

	"aloft/client/holder"
)

// ours reports whether the file belongs to the user who runs the program.
func ours(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid()
}

// lockPatience: the lock is held for the write of a small file. Who has it for
// longer is stopped, and is named instead of waited for.
const lockPatience = 2 * time.Second

// lock waits for the file's lock; the descriptor's end gives it back.
func lock(f *os.File) error {
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			_, _ = f.WriteAt(holder.Self("aloft").Encode(), 0) // a name less, no harm
			return nil
		case err != syscall.EINTR && err != syscall.EWOULDBLOCK:
			return err
		case time.Since(begun) > lockPatience:
			return holder.Held("session", f.Name(), holder.Read(f, 0))
		}
	}
}
