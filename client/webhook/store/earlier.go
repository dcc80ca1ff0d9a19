package store

import (
	"encoding/json"
	"os"
	"path/filepath"

	"aloft/client/durable"
	"aloft/client/durable/sqlite"
	"aloft/model"
)

// Folders of a store in format 1: lines of JSON, and bodies in files.
var earlierFolders = []string{"log", "talk", "bodies", "wishes"}

// earlier reads what a program of before has left. What cannot be read of it was torn by a crash.
func earlier(l *sqlite.Link, dir string) error {
	files, _ := filepath.Glob(filepath.Join(dir, "log", "*")) // sorted
	for _, file := range files {
		var req *request
		var body []byte
		err := eachLine(file, func(data []byte) error {
			var r struct {
				T, ID string
				D     *struct {
					arrived
					Key string `json:"key"`
				}
				S *became
				R *struct {
					request
					Body []byte `json:"body"`
					File bool   `json:"file"`
				}
				W *struct {
					ran
					Prompt     string `json:"prompt"`
					PromptFile bool   `json:"prompt_file"`
				}
			}
			if json.Unmarshal(data, &r) != nil || r.T != "clear" && !valid(r.ID) {
				return nil
			}
			switch {
			case r.R != nil:
				req, body = &r.R.request, r.R.Body
				if r.R.File {
					body, _ = durable.ReadFile(filepath.Join(dir, "bodies", r.ID))
				}
				req.Body = len(body)
			case r.D != nil && r.S != nil && req != nil:
				had, err := l.Row("SELECT 1 FROM delivery WHERE id = ?", []any{r.ID}, new(int))
				if had || err != nil { // moved from an earlier file
					return err
				}
				e := &entry{d: &model.Delivery{ID: r.ID, State: r.S.State}, key: r.D.Key}
				if err := e.insert(l, 1, req); err != nil {
					return err
				}
				if err := l.Do("UPDATE delivery SET arrived = ?, became = ? WHERE id = ?", encoded(r.D.arrived), encoded(r.S), r.ID); err != nil {
					return err
				}
				return putParts(l, r.ID, "body", body)
			case r.S != nil:
				return l.Do("UPDATE delivery SET state = ?, ended = ?, became = ? WHERE id = ?", string(r.S.State), r.S.State.Ended(), encoded(r.S), r.ID)
			case r.W != nil:
				prompt := []byte(r.W.Prompt)
				if r.W.PromptFile {
					prompt, _ = durable.ReadFile(filepath.Join(dir, "bodies", r.ID+".prompt"))
				}
				r.W.ran.Prompt = len(prompt)
				if err := l.Do("UPDATE delivery SET ran = ? WHERE id = ?", encoded(r.W.ran), r.ID); err != nil {
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
			line
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
			r.line.Said = nil // the text has it, in English
			words := encoded(r.line)
			if err := l.Do("INSERT INTO message (session, line) VALUES (?, ?)", session, words); err != nil {
				return err
			}
			return l.Do("UPDATE talk SET messages = messages + 1, last = ? WHERE session = ?", words, session)
		}
		return nil
	})
}

func eachLine(file string, f func(data []byte) error) error {
	r, err := durable.OpenRead(file)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = durable.Lines(r, 0, 2<<20, func(data []byte, _ int64) error { return f(data) })
	return err
}

// forget removes what the database has now.
func forget(dir string) {
	for _, d := range append(earlierFolders, ownerName) {
		_ = os.RemoveAll(filepath.Join(dir, d)) // what stays is read again by nobody
	}
}
