package redis

import (
	"errors"
	"net"
	"strings"

	"aloft/client"
	"aloft/model"
)

// fault is the error for people when the server cannot be asked. Neither the library
// nor the server repeats a password in what it says.
func (s *Server) fault(err error) *client.Error {
	if own, ok := errors.AsType[*client.Error](err); ok { // of the command that prints the password
		return own
	}
	e := &client.Error{Kind: client.KindNetwork, What: "the gate's Redis server %s cannot be reached (%s); nothing was sent",
		Args: []any{s.name, cause(err)}, Hint: "start the server or check gate in config.toml; gate_away lets this machine read on for a while", Retry: true, Err: err}
	for _, word := range []string{"NOAUTH", "WRONGPASS", "NOPERM", "ERR AUTH", "ERR invalid password"} {
		if strings.HasPrefix(err.Error(), word) {
			e.Kind, e.Retry = client.KindAuth, false
			e.What = "the gate's Redis server %s refuses this account (%s); nothing was sent"
			e.Hint = "check the user in gate, and gate_credential_command, in config.toml"
		}
	}
	return e
}

// cause is what has failed, without the addresses that the sentence has already.
func cause(err error) string {
	var op *net.OpError
	for errors.As(err, &op) && op.Err != nil {
		err = op.Err
	}
	return model.Clean(err.Error())
}
