package jobs

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

// Documents are told apart by their ids: titles may be shared, and may change.
func TestAuditOfDocuments(t *testing.T) {
	const gone = "missing: it was made but is not in the expected place"
	docs := func(op model.Op) client.Request {
		r := client.Request{Op: op, Class: client.Bulk}
		for i := range 40 {
			r.Items = append(r.Items, docAt(fmt.Sprintf("docs:/d%02d", i)))
		}
		return r
	}
	move := docs(model.OpMove)
	move.Target = docAt("docs:/box")
	copies := docs(model.OpCopy)
	copies.Target = docAt("docs:/box")
	rename := docs(model.OpRename)
	for i := range 40 {
		rename.NewNames = append(rename.NewNames, fmt.Sprintf("e%02d", i))
	}
	make40 := docs(model.OpCreate)
	make40.New = &model.New{Kind: model.KindDoc}
	for i := range make40.Items {
		make40.Items[i] = docAt(fmt.Sprintf("docs:/box/n%02d", i))
	}
	named := func(c *memdoc.Service, name string) *memdoc.Node {
		for _, parent := range []string{memdoc.Home, boxOf(c)} {
			if n := c.Child(parent, name); n != nil {
				return n
			}
		}
		panic(name)
	}
	for name, c := range map[string]struct {
		r     client.Request
		other func(c *memdoc.Service) // another device, before the audit
		want  string
		again int // of what is found so many can be asked for again
	}{
		"moved":             {r: move},
		"moved, one back":   {r: move, other: func(c *memdoc.Service) { named(c, "d03").Parent = memdoc.Home }, want: "1 " + back, again: 1},
		"moved, a twin":     {r: move, other: func(c *memdoc.Service) { c.Put(memdoc.Home, "d03", model.KindDoc) }},
		"moved, one gone":   {r: move, other: func(c *memdoc.Service) { named(c, "d03").Gone = true; c.Put(boxOf(c), "d03", model.KindDoc) }, want: "1 " + nowhere, again: 1},
		"moved, renamed":    {r: move, other: func(c *memdoc.Service) { named(c, "d03").Name = "x" }, want: "1 conflict: d03 was renamed", again: 1},
		"copied":            {r: copies},
		"copied, one gone":  {r: copies, other: func(c *memdoc.Service) { c.Under(boxOf(c))[3].Gone = true }, want: "1 " + gone},
		"renamed":           {r: rename},
		"renamed, one back": {r: rename, other: func(c *memdoc.Service) { named(c, "e03").Name = "d03" }, want: "1 " + back, again: 1},
		"renamed twice":     {r: rename, other: func(c *memdoc.Service) { named(c, "e03").Name = "x" }, want: "1 conflict: e03 was renamed", again: 1},
		"deleted":           {r: docs(model.OpDelete)},
		"made":              {r: make40},
		"made, one gone":    {r: make40, other: func(c *memdoc.Service) { named(c, "n03").Parent = memdoc.Home }, want: "1 " + gone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c0 := newDocs()
				c0.Put(memdoc.Home, "box", model.KindFolder)
				for i := range 40 {
					c0.Put(memdoc.Home, fmt.Sprintf("d%02d", i), model.KindDoc)
				}
				did := false
				e := openDocs(t, c0, run.Options{Hook: func(point string) {
					if point == "audit" && !did && c.other != nil {
						did = true
						c.other(c0)
					}
				}})
				s := do(t, e, c.r)
				if got := found(t, e, s.ID); got != c.want || s.Audit.State != model.AuditDone || (s.State == model.JobDone) != (c.want == "") {
					t.Errorf("%s: %+v", got, s)
				}
				items, err := e.Report(s.ID)
				must(t, err)
				all, left := client.Again(&s, items)
				if n := len(all); n != c.again || c.want != "" && n+left != 1 {
					t.Errorf("%d can be tried again, %d not", n, left)
				}
				if strings.Contains(s.Audit.Note.String(), "looks") {
					t.Error(s.Audit.Note)
				}
			})
		})
	}
}

func boxOf(c *memdoc.Service) string { return c.Child(memdoc.Home, "box").ID }
