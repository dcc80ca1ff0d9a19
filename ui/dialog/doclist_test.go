package dialog

import (
	"errors"
	"testing"

	"aloft/ui/keys"
	"aloft/ui/uitest/loop"
)

// A list takes the answer to its own reading only, and returns the tag that came
// with it: another document may have been opened meanwhile.
func TestDocListTakesItsOwn(t *testing.T) {
	d := NewDocList[string](testEnv(t), DocListOptions{ID: "2", Context: keys.InComments, Enter: "go there"})
	rows := []DocRow{{Left: "a"}, {Left: "b"}}
	d.Update(DocListed[string]{ID: "1", Tag: "older", Err: errors.New("replaced")})
	d.Update(DocListed[string]{ID: "2", Tag: "own", Rows: rows})
	d.Update(DocListed[string]{ID: "1", Tag: "older", Rows: rows[:1]})
	d.Update(loop.Key("down"))
	cmd, _ := d.Update(loop.Key("enter"))
	if cmd == nil {
		t.Fatal("nothing was chosen")
	}
	if m, ok := cmd().(DocListChosen[string]); !ok || m.Tag != "own" || m.Row != 1 {
		t.Errorf("%+v", m)
	}
}
