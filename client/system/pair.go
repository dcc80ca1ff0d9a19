//go:build unix

package system

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// headSize is the size of a message's head: the size of what follows, with the files.
const headSize = 4

// maxFiles in a message.
const maxFiles = 8

// Pair returns two connected ends: ours, and the one for the other process.
func Pair() (*net.UnixConn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, err
	}
	theirs := os.NewFile(uintptr(fds[1]), "pair")
	conn, err := Conn(fds[0])
	if err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	return conn, theirs, nil
}

// Conn makes a connection of a socket's descriptor, which is closed.
func Conn(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "socket")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	conn, ok := c.(*net.UnixConn)
	if !ok {
		_ = c.Close()
		return nil, unix.ENOTSOCK
	}
	return conn, nil
}

// Send sends a message with copies of open files. Messages of several goroutines need a lock.
func Send(conn *net.UnixConn, data []byte, files ...*os.File) error {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	var rights []byte
	if len(files) > 0 {
		fds := make([]int, 0, len(files))
		for _, f := range files {
			fds = append(fds, int(f.Fd()))
		}
		rights = unix.UnixRights(fds...)
	}
	if _, _, err := conn.WriteMsgUnix(head, rights, nil); err != nil {
		return err
	}
	_, err := conn.Write(data)
	return err
}

// Receive returns the next message, and the descriptors of its files, which are closed in programs that are started.
func Receive(conn *net.UnixConn) (data []byte, fds []int, err error) {
	head, rights := make([]byte, headSize), make([]byte, unix.CmsgSpace(4*maxFiles))
	n, oob, _, _, err := conn.ReadMsgUnix(head, rights)
	if err == nil {
		_, err = io.ReadFull(conn, head[n:])
	}
	if err != nil {
		return nil, nil, err
	}
	if oob > 0 {
		all, err := unix.ParseSocketControlMessage(rights[:oob])
		if err == nil && len(all) != 1 {
			err = unix.EBADMSG
		}
		if err == nil {
			fds, err = unix.ParseUnixRights(&all[0])
		}
		if err != nil {
			return nil, nil, err
		}
	}
	data = make([]byte, binary.BigEndian.Uint32(head))
	_, err = io.ReadFull(conn, data)
	return data, fds, err
}
