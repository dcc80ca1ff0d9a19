//go:build unix

package run

import (
	"encoding/json"
	"net"
	"os"

	"aloft/client/pair"

	"golang.org/x/sys/unix"
)

// supervisorName is its argv[0]; it has no other argument.
const supervisorName = "aloft-supervisor"

// isSupervisor reports whether this process was started as one.
func isSupervisor() bool { return len(os.Args) == 1 && os.Args[0] == supervisorName }

// A message to the supervisor is an order as JSON, with the command's standard input and outputs. An empty one: all
// processes of the command are to be killed.
const streams = 3

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
	data, files, err := pair.Receive(conn)
	if err != nil || len(data) == 0 {
		return message{}, err
	}
	if len(files) != streams {
		return message{}, unix.EBADMSG
	}
	m = message{order: &order{}, files: files}
	return m, json.Unmarshal(data, m.order)
}
