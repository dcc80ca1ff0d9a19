package secret

import (
	"errors"
	"io"
	"os/exec"
	"strings"

	"aloft/client/system"
)

func readFrom(r io.Reader) (Secret, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSecret+1))
	if len(data) > maxSecret {
		return Secret{}, errTooLong
	}
	return New(string(data)), err
}

// oneLine accepts the value of a source: one line, which may be a whole header.
func oneLine(v Secret) (string, bool) {
	t := strings.Trim(v.Reveal(), " \t\r\n")
	for _, head := range []string{"cookie:", "authorization:"} {
		if len(t) > len(head) && strings.EqualFold(t[:len(head)], head) {
			t = strings.TrimSpace(t[len(head):])
		}
	}
	for i := range len(t) {
		if t[i] < 0x20 || t[i] == 0x7f {
			return "[hidden]", false
		}
	}
	return t, t != ""
}

// reason is the cause of an error without the path, which the message has.
func reason(err error) string {
	if xe, ok := errors.AsType[*exec.Error](err); ok {
		err = xe.Err
	}
	return system.Reason(err)
}

// maxSecret is larger than any header.
const maxSecret = 64 << 10

var errTooLong = errors.New("it is longer than any credential")
