package run

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// supervisorName is its argv[0]; it has no other argument.
const supervisorName = "aloft-supervisor"

// isSupervisor reports whether this process was started as one.
func isSupervisor() bool { return len(os.Args) == 1 && os.Args[0] == supervisorName }

// order is a command for the supervisor. Strings of the system need not be UTF-8.
type order struct {
	Path  []byte
	Argv  [][]byte
	Dir   []byte
	Env   [][]byte
	Mark  []byte
	Limit time.Duration
	Left  Background
}

// word is a message of the supervisor: one line of JSON for each event.
type word struct {
	Took   bool   `json:",omitempty"` // it has an order, and starts the command
	PID    int    `json:",omitempty"`
	Start  string `json:",omitempty"`
	Errno  int    `json:",omitempty"`
	Ended  bool   `json:",omitempty"`
	Status uint32 `json:",omitempty"` // of the command, as of wait(2)
	Left   int    `json:",omitempty"` // processes still running
	Late   bool   `json:",omitempty"` // the limit has passed, and they are being killed
	Crowd  bool   `json:",omitempty"` // too many were left, and are killed for that
	Clear  bool   `json:",omitempty"` // none of its processes is left
}

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
