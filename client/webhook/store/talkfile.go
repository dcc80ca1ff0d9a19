package store

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client/durable"
	"aloft/model"
)

func messageLine(m model.Message) *talkLine {
	var said []model.Sentence
	for _, s := range m.Said[:min(len(m.Said), maxSaid)] {
		said = append(said, s.Bounded(maxMessage/maxSaid))
	}
	rest := model.FirstBytes(m.Text, maxMessage)
	words := model.Spoken(nil, said, rest, 0) // in English, too: older programs read it
	return &talkLine{T: talkMessage, At: stamp(m.At), Kind: m.Kind, From: model.FirstBytes(m.From, maxName), Said: said, Text: words, Cut: len(m.Text) - len(rest),
		Event: model.FirstBytes(m.Event, maxName), Delivery: model.FirstBytes(m.Delivery, maxName), Bad: m.Bad}
}

func (l *talkLine) line() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(l)
	return b.Bytes(), err
}

func (ts *talks) path(session string) string {
	return filepath.Join(ts.home, talkName, hashKey(session)+talkEnd)
}

// readTalk reads a conversation; from where it was read before, if it has only
// grown.
func readTalk(path string, old *talk) (*talk, error) {
	t := &talk{turns: map[string]*turns{}, file: path, at: durable.Follow(path, maxLine)}
	if old != nil {
		*t = *old
		t.turns = map[string]*turns{}
		for p, u := range old.turns {
			c := *u
			t.turns[p] = &c
		}
	}
	err := t.at.Read(func(line []byte, _ int64) error {
		var l talkLine
		if json.Unmarshal(line, &l) == nil {
			t.apply(&l)
		}
		return nil
	})
	if errors.Is(err, durable.ErrReplaced) {
		return readTalk(path, nil)
	}
	return t, err
}

// messages reads the newest ones of a file, at most most, 0 = all.
func messages(path string, most int) ([]talkLine, error) {
	f, err := durable.OpenRead(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []talkLine
	_, err = durable.Lines(f, 0, maxLine, func(line []byte, _ int64) error {
		var l talkLine
		if json.Unmarshal(line, &l) != nil {
			return nil
		}
		if l.T == talkMessage {
			if out = append(out, l); most > 0 && len(out) >= 2*most {
				out = out[:copy(out, out[len(out)-most:])]
			}
		}
		return nil
	})
	if most > 0 {
		out = out[max(0, len(out)-most):]
	}
	return out, err
}

// add writes a line of a conversation and applies it. A line other than a message
// that cannot be written is applied all the same, and written with the next one.
// ts.io is held.
func (ts *talks) add(t *talk, l *talkLine) error {
	line, err := l.line()
	if err == nil {
		err = ts.append(t, line, l.T == talkHead)
	}
	if err != nil {
		if l.T == talkMessage {
			return err
		}
		if len(t.owed) < maxMessages {
			t.owed = append(t.owed, line)
		}
	}
	ts.mu.Lock()
	t.apply(l)
	ts.mu.Unlock()
	if t.at.Offset() > maxTalkSize || t.c.Messages > maxMessages*5/4 {
		_ = ts.shorten(t) // it is too long, and valid; the next message tries again
	}
	ts.limit(t.c.Session)
	return err
}

func (ts *talks) append(t *talk, line []byte, sync bool) error {
	f, err := os.OpenFile(t.file, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, os.ErrNotExist) { // the folder was removed
		if err = own(filepath.Dir(t.file)); err == nil {
			f, err = os.OpenFile(t.file, os.O_RDWR|os.O_CREATE, 0o600)
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(ts.appendTo(f, t, line, sync), f.Close())
}

func (ts *talks) appendTo(f *os.File, t *talk, line []byte, sync bool) error {
	l, err := durable.OpenLog(segmentFile{f, ts.o.sync})
	if err != nil {
		return err
	}
	var b []byte
	if l.Size() == 0 && t.at.Offset() > 0 { // the file was removed
		if b, err = t.heads(ts.o.Now()); err != nil {
			return err
		}
	}
	for _, o := range t.owed {
		b = append(b, o...)
	}
	if err := l.Append(append(b, line...), sync); err != nil {
		return err
	}
	t.owed = nil
	info, err := f.Stat()
	if err == nil {
		t.at.Skip(info)
	}
	return err
}

// heads are the first lines of a conversation.
func (t *talk) heads(now time.Time) ([]byte, error) {
	var out []byte
	for p, u := range t.turns {
		if p != t.c.Project {
			b, err := (&talkLine{T: talkHead, At: now, Session: t.c.Session, Project: p, ID: u.id, Turns: u.n}).line()
			if err != nil {
				return nil, err
			}
			out = append(out, b...)
		}
	}
	last := talkLine{T: talkHead, At: now, Session: t.c.Session, Project: t.c.Project, ID: t.c.ID, Turns: t.c.Turns}
	b, err := last.line()
	return append(out, b...), err
}

// shorten rewrites the file with the newest messages. Their lines are copied: decoding a text of 64 KiB and encoding it
// again costs a hundred times as much.
func (ts *talks) shorten(t *talk) error {
	all, err := durable.ReadFile(t.file)
	if err != nil {
		return err
	}
	out, err := t.heads(ts.o.Now())
	if err != nil {
		return err
	}
	kept, size := [][]byte(nil), 0
	for len(all) > 0 && len(kept) < maxMessages && size < maxTalkSize/2 {
		line := all[bytes.LastIndexByte(bytes.TrimSuffix(all, []byte("\n")), '\n')+1:]
		all = all[:len(all)-len(line)]
		if bytes.HasPrefix(line, []byte(`{"t":"`+talkMessage+`"`)) {
			size += len(line)
			kept = append(kept, line)
		}
	}
	for _, line := range slices.Backward(kept) {
		out = append(out, line...)
	}
	if err := durable.Replace(t.file, out, true); err != nil {
		return err
	}
	info, err := os.Stat(t.file)
	if err != nil {
		return err
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.c.Messages = len(kept)
	t.at.Skip(info)
	return nil
}

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
