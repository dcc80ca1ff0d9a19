package store

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/model"
)

// What a program of before has left, with lines of JSON in files, is in the database, and only there.
func TestStoreOfBefore(t *testing.T) {
	const exec, prompt = "1k1dmser7pt8fkwykqw0", "1k1dmsevank8hy2j2h3b"
	dir := t.TempDir()
	for name, data := range map[string]string{
		"log/0000000001.jsonl": `{"t":"seg","from":1}
{"t":"req","id":"1k1dmser7pt8fkwykqw0","r":{"method":"POST","path":"/hook","header":[["Authorization","Bearer [redacted]"],["Connection","close"]],"work_dir":"/w","body":"eyJldmVudCI6InB1c2gifQo="}}
{"t":"add","id":"1k1dmser7pt8fkwykqw0","d":{"at":"2026-11-29T16:58:13.928666154Z","remote":"127.0.0.1","status":200,"event":"push","project":"default","session":"tui:a","kind":"exec","work":"exit 3","bytes":55,"key":"k"},"s":{"state":"waiting","count":1,"ahead":2,"last":"2026-11-29T16:58:13.928666154Z","exit":-1}}
{"t":"set","id":"1k1dmser7pt8fkwykqw0","s":{"state":"running","count":1,"last":"2026-11-29T16:58:13.928666154Z","started":"2026-11-29T16:58:13.930738585Z","exit":-1}}
{"t":"ran","id":"1k1dmser7pt8fkwykqw0","w":{"dir":"/d","argv":["sh","-c","exit 3"],"prompt":"asked"}}
{"t":"set","id":"1k1dmser7pt8fkwykqw0","s":{"state":"failed","reason":{"text":"it ended with exit status %d","args":[3]},"count":1,"last":"2026-11-29T16:58:13.928666154Z","started":"2026-11-29T16:58:13.930738585Z","ended":"2026-11-29T16:58:13.932623431Z","exit":3}}
{"t":"clear"}
{"t":"req","id":"1k1dmsevank8hy2j2h3b","r":{"method":"POST","path":"/hook","file":true}}
{"t":"add","id":"1k1dmsevank8hy2j2h3b","d":{"at":"2026-11-29T16:58:14.030003173Z","status":200,"event":"webhook","session":"tui:a","kind":"prompt","work":"look","bytes":4},"s":{"state":"waiting","exit":-1}}
{"t":"set","id":"1k1dmsevank8hy2j2h3b","s":{"state":"runn`,
		"bodies/1k1dmsevank8hy2j2h3b": "look",
		"talk/04244880332f86fa45d305c7d4808c9f.jsonl": `{"t":"talk","at":"2026-11-29T16:58:13Z","session":"tui:a","project":"p","id":"a5fd5e43-e025-4b1d-b013-10976d9cf00e"}
{"t":"turn","project":"p"}
{"t":"msg","at":"2026-11-29T16:58:13Z","kind":"outcome","from":"webhook","said":[{"text":"%s: failed","args":["push"]}],"text":"push: failed","event":"push","delivery":"1k1dmser7pt8fkwykqw0","bad":true}
`,
		"owner.json": `{"pid":7,"state":"up"}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if h, alive, err := Owner(dir); h.PID != 7 || alive || err != nil {
		t.Errorf("its owner is %+v, %v, %v", h, alive, err)
	}
	s := followed(t, dir, Options{Resumes: true})
	if all := s.Deliveries(); len(all) != 1 || all[0].ID != prompt || all[0].State != model.DeliveryWaiting || all[0].Work != "look" || all[0].Count != 1 {
		t.Errorf("%+v", all)
	}
	d, err := s.Delivery(t.Context(), exec)
	if err != nil || d.State != model.DeliveryFailed || d.Exit != 3 || d.Ahead != 0 || d.Started.IsZero() || d.Reason.String() != "it ended with exit status 3" ||
		string(d.Body) != "{\"event\":\"push\"}\n" || len(d.Header) != 2 || d.Header[1].Value != "close" || d.Method != "POST" || d.WorkDir != "/w" ||
		d.Dir != "/d" || len(d.Argv) != 3 || d.Prompt != "asked" || len(d.Notes) > 0 || d.Project != "default" || d.Remote != "127.0.0.1" {
		t.Errorf("%+v, %v", d, err)
	}
	if b, err := s.Body(t.Context(), prompt); err != nil || string(b) != "look" {
		t.Errorf("%q, %v", b, err)
	}
	if cs := s.Conversations(); len(cs) != 1 || cs[0].Turns != 1 || cs[0].Messages != 1 || cs[0].Project != "p" || cs[0].Last.Text != "push: failed" || !cs[0].Last.Bad {
		t.Errorf("%+v", cs)
	}
	for _, name := range append(earlierFolders, ownerName) {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}
