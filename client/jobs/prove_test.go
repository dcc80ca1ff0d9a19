package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// What the drive has kept of an upload is compared with what was sent, and a source goes
// only when it is the same.
func TestAShortUploadFails(t *testing.T) {
	short := func(name string, b []byte) []byte {
		if name == "bad" {
			return b[:len(b)-1]
		}
		return b
	}
	other := func(name string, b []byte) []byte {
		if name == "bad" {
			b[0] = 'x'
		}
		return b
	}
	for name, c := range map[string]struct {
		op    model.Op
		keeps func(string, []byte) []byte
		says  string // "" = nothing fails
	}{
		"copied, one byte less":  {model.OpUpload, short, "the drive kept 99 of 100 bytes"},
		"moved, one byte less":   {model.OpMove, short, "the drive kept 99 of 100 bytes"},
		"moved, another byte":    {model.OpMove, other, "the drive's MD5 is not that of the file that was sent"},
		"copied, as it was sent": {model.OpUpload, nil, ""},
		"moved, as it was sent":  {model.OpMove, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.d.Keeps = c.keeps
			bad := g.put("top/bad", strings.Repeat("b", 100))
			for _, n := range []string{"1", "2", "3"} {
				g.put("top/"+n, n)
			}
			p, s, rs := g.run(client.Request{Op: c.op, Items: []model.Place{onDisk(g.dir + "/in/top")}, Target: driveAt()})
			said := ""
			for _, r := range rs {
				if r.Item.Name == "bad" && r.Item.Op != model.OpDelete {
					said = r.Error.String()
				}
			}
			if said != c.says || (s.State == model.JobDone) != (c.says == "") {
				t.Errorf("%s, %q: %+v", s.State, said, rs)
			}
			_, err := os.Stat(filepath.Join(g.dir, "in/top/bad"))
			if there := err == nil; there != (c.op == model.OpUpload || c.says != "") {
				t.Errorf("%s: the source is there: %v", bad, there)
			}
			if calls := g.d.Calls(); c.op == model.OpMove && calls["POST download"] > 1 {
				t.Errorf("%d calls for the MD5s of %d files", calls["POST download"], len(p.Items))
			}
		})
	}
}
