package console

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// The keys of a command are those of the structs that it prints, nested ones in brackets, one
// that is inside of itself once.
func TestKeysAreThoseOfTheStructs(t *testing.T) {
	t.Parallel()
	type head struct {
		Place string `json:"place"`
	}
	type node struct {
		head
		At       time.Time `json:"at,omitzero"`
		Name     *string   `json:"name,omitempty"`
		Children []*node   `json:"children"`
		Of       []head    `json:"of"`
		hidden   int
		Left     int `json:"-"`
	}
	con, c := &Console{shapes: map[*cobra.Command][]any{}}, &cobra.Command{}
	var o Object
	o.Add("name", "x")
	o.Add("missing", []head{{}})
	con.Prints(c, node{hidden: 1}, func() *Object { return &o })
	const want = "place, at, name, children, of (place)\nname, missing (place)"
	if got := strings.Join(con.Keys(c), "\n"); got != want {
		t.Errorf("the keys are\n%s", got)
	}
}
