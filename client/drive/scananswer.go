package drive

import (
	"encoding/json"
	"strconv"
	"strings"

	"aloft/client/gate"
)

// scanAnswer is one of the login service.
type scanAnswer struct {
	http    int
	Status  json.RawMessage `json:"status"` // a number, perhaps as a text
	Message string          `json:"message"`
	Data    struct {
		Members struct {
			Token  string `json:"token"`
			Ticket string `json:"service_ticket"`
		} `json:"members"`
	} `json:"data"`
}

// parse reads an answer that has a status.
func parse(r *gate.Reply) (*scanAnswer, bool) {
	a := &scanAnswer{http: r.Status}
	if json.Unmarshal(r.Body, a) != nil || a.status() == 0 {
		return nil, false
	}
	return a, true
}

func (a *scanAnswer) status() int {
	n, err := strconv.Atoi(strings.Trim(string(a.Status), `"`))
	if err != nil {
		return 0
	}
	return n
}

// usable refuses a token or ticket that is none.
func usable(s string) bool {
	return s != "" && len(s) <= maxToken && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}
