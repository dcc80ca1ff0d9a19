package store

import (
	"encoding/json"
	"os"
	"path/filepath"

	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model"
)

// Folders of a store in format 1: lines of JSON, and bodies in files.
var earlierFolders = []string{"log", "talk", "bodies", "wishes"}

// earlier reads what a program of before has left. What cannot be read of it was torn by a crash.
func earlier(l *sqlite.Link, dir string) error {
	files, _ := filepath.Glob(filepath.Join(dir, "log", "*")) // sorted
	for _, file := range files {
		var req Stored
		err := eachLine(file, func(data []byte) error {
			var r struct {
				T, ID string
				D     *struct {
					model.Delivery
					Key string
				}
				S *model.Delivery
				R *struct {
					Method, Path string
					Header       [][2]string
					WorkDir      string `json:"work_dir"`
					Body         []byte
					File         bool
				}
				W *struct {
					Dir        string
					Argv       []string
					Prompt     string
					PromptFile bool `json:"prompt_file"`
				}
			}
			if json.Unmarshal(data, &r) != nil || r.T != "clear" && !valid(r.ID) {
				return nil
			}
			row := ""
			had, err := l.Row("SELECT row FROM delivery WHERE id = ?", []any{r.ID}, &row)
			switch {
			case err != nil:
				return err
			case r.R != nil:
				req = Stored{Method: r.R.Method, Path: r.R.Path, WorkDir: r.R.WorkDir, Body: r.R.Body}
				for _, h := range r.R.Header {
					req.Header = append(req.Header, model.HeaderLine{Name: h[0], Value: h[1]})
				}
				if r.R.File {
					req.Body, _ = system.ReadFile(filepath.Join(dir, "bodies", r.ID))
				}
			case r.D != nil && r.S != nil && !had: // otherwise it was moved from an earlier file
				d := r.D.Delivery
				become(&d, *r.S)
				d.ID = r.ID
				return insertion(*bounded(d), r.D.Key, req)(l, 1)
			case r.S != nil && had:
				var d model.Delivery
				_ = json.Unmarshal([]byte(row), &d) // it was encoded here
				become(&d, *r.S)
				return update(l, 1, bounded(d))
			case r.W != nil:
				prompt := []byte(r.W.Prompt)
				if r.W.PromptFile {
					prompt, _ = system.ReadFile(filepath.Join(dir, "bodies", r.ID+".prompt"))
				}
				if err := l.Do("UPDATE delivery SET ran = ? WHERE id = ?", encoded(ran{Ran{Dir: r.W.Dir, Argv: r.W.Argv}, len(prompt)}), r.ID); err != nil {
					return err
				}
				return putParts(l, r.ID, "prompt", prompt)
			case r.T == "clear":
				return l.Do("UPDATE delivery SET hidden = 1 WHERE ended = 1")
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	files, _ = filepath.Glob(filepath.Join(dir, "talk", "*.jsonl"))
	for _, file := range files {
		if err := earlierTalk(l, file); err != nil {
			return err
		}
	}
	return l.Do("UPDATE meta SET rev = 1")
}

func earlierTalk(l *sqlite.Link, file string) error {
	session := ""
	return eachLine(file, func(data []byte) error {
		var r struct {
			model.Message
			T, Session, Project, ID string
			Turns                   int
		}
		if json.Unmarshal(data, &r) != nil {
			return nil
		}
		switch r.T {
		case "talk":
			session = r.Session
			if err := l.Do("INSERT INTO talk (session, rev, project) VALUES (?, 1, ?) ON CONFLICT DO UPDATE SET project = excluded.project", session, r.Project); err != nil {
				return err
			}
			return l.Do("INSERT INTO agent VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", session, r.Project, r.ID, r.Turns)
		case "turn":
			return l.Do("UPDATE agent SET turns = turns + 1 WHERE session = ? AND project = ?", session, r.Project)
		case "msg":
			r.Said = nil // the text has it, in English
			words := encoded(r.Message)
			if err := l.Do("INSERT INTO message (session, line) VALUES (?, ?)", session, words); err != nil {
				return err
			}
			return l.Do("UPDATE talk SET messages = messages + 1, last = ? WHERE session = ?", words, session)
		}
		return nil
	})
}

func eachLine(file string, f func(data []byte) error) error {
	r, err := system.OpenRead(file)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = system.Lines(r, 0, 2<<20, func(data []byte, _ int64) error { return f(data) })
	return err
}

// forget removes what the database has now.
func forget(dir string) {
	for _, d := range append(earlierFolders, ownerName) {
		_ = os.RemoveAll(filepath.Join(dir, d)) // what stays is read again by nobody
	}
}
