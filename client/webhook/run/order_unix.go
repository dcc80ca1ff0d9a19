//go:build unix

package run

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// supervisorName is its argv[0]; it has no other argument.
const supervisorName = "aloft-supervisor"

// isSupervisor reports whether this process was started as one.
func isSupervisor() bool { return len(os.Args) == 1 && os.Args[0] == supervisorName }

// A message to the supervisor is the size of an order, with the descriptors of the command's standard input and outputs,
// and the order as JSON. Size 0: all processes of the command are to be killed.
const (
	headSize = 4
	streams  = 3
)

// message is a message to the supervisor, as that has it.
type message struct {
	order *order // nil: kill everything
	files []int
}

// hear forwards the messages of the receiver until that has ended.
func hear(conn *net.UnixConn, messages chan<- message) {
	defer close(messages)
	for {
		m, err := read(conn)
		if err != nil {
			return
		}
		messages <- m
	}
}

func read(conn *net.UnixConn) (m message, err error) {
	head, rights := make([]byte, headSize), make([]byte, unix.CmsgSpace(4*streams))
	n, oob, _, _, err := conn.ReadMsgUnix(head, rights)
	if err == nil {
		_, err = io.ReadFull(conn, head[n:])
	}
	size := binary.BigEndian.Uint32(head)
	if err != nil || size == 0 {
		return message{}, err
	}
	all, err := unix.ParseSocketControlMessage(rights[:oob])
	if err == nil && len(all) != 1 {
		err = unix.EBADMSG
	}
	if err == nil {
		m.files, err = unix.ParseUnixRights(&all[0])
	}
	if err == nil && len(m.files) != streams {
		err = unix.EBADMSG
	}
	data := make([]byte, size)
	if err == nil {
		_, err = io.ReadFull(conn, data)
	}
	if err == nil {
		m.order = &order{}
		err = json.Unmarshal(data, m.order)
	}
	return m, err
}
