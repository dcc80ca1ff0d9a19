package jobs

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// What a dry run says is what a copy or a move to the drive makes, its looking included: never more,
// and at most one less.
func TestAnUploadMakesTheRequestsThatWereSaid(t *testing.T) {
	for name, c := range map[string]struct {
		op    model.Op
		files []string
		to    []string
	}{
		"a file":                     {model.OpUpload, []string{"a"}, nil},
		"a file, deep":               {model.OpUpload, []string{"a"}, []string{"x", "y"}},
		"three files":                {model.OpUpload, []string{"a", "b", "c"}, nil},
		"a folder":                   {model.OpUpload, []string{"top/a", "top/b"}, nil},
		"folders":                    {model.OpUpload, []string{"top/a", "top/sub/b", "top/other/c", "d"}, []string{"x"}},
		"many files":                 {model.OpUpload, several("f", 35), nil},
		"a moved file":               {model.OpMove, []string{"a"}, nil},
		"a moved file, deep":         {model.OpMove, []string{"a"}, []string{"x", "y"}},
		"moved folders":              {model.OpMove, []string{"top/a", "top/sub/b", "top/other/c", "d"}, []string{"x"}},
		"many moved files":           {model.OpMove, several("f", 35), nil},
		"many moved files, of a dir": {model.OpMove, several("top/f", 35), nil},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.close()
			g.scale = 1 // what was looked up would be old within 0.3 s, on a slow machine before it is used
			g.open(nil)
			g.d.Counts = true
			g.d.Put(strings.Join(append(c.to, "there"), "/"), []byte("x"))
			r := client.Request{Op: c.op, Target: driveAt(c.to...)}
			for _, f := range c.files {
				g.put(f, f)
			}
			for _, f := range tops(c.files) {
				r.Items = append(r.Items, onDisk(g.dir+"/in/"+f))
			}
			p, err := g.Plan(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			before := asked(g)
			id, err := g.Start(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			s := g.ended(id)
			made, said := asked(g)-before, p.Estimate.Requests
			if s.State != model.JobDone || made > said || said > made+1 {
				t.Errorf("%s; %d requests were made, %d said: %v, %+v", s.State, made, said, g.d.Calls(), p.Estimate)
			}
		})
	}
}

func several(prefix string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s%02d", prefix, i))
	}
	return out
}

func tops(files []string) (out []string) {
	seen := map[string]bool{}
	for _, f := range files {
		top, _, _ := strings.Cut(f, "/")
		if !seen[top] {
			out = append(out, top)
		}
		seen[top] = true
	}
	return out
}

// asked counts the requests to the drive, without those to the store of its bytes.
func asked(g *carriage) (n int) {
	for call, times := range g.d.Calls() {
		switch _, last, _ := strings.Cut(call, " "); last {
		case "sort", "file", "pre", "hash", "auth", "finish", "delete", "download", "task":
			n += times
		}
	}
	return n
}
