package conn

import (
	"bytes"
	"encoding/json"
	"io"

	"aloft/client/gate"
)

// answer takes the body of an answer. What is long goes to a file: of an event
// stream the data of the current event.
type answer struct {
	id     json.RawMessage
	stream bool
	spool  func() (*gate.Spool, error) // nil = it stays in memory
	words  bool                        // it is an error, whose words need not be read to their end

	body  bytes.Buffer
	file  *gate.Spool
	to    io.Writer // the file, of a stream by way of eventData
	found *long
	ended bool // the file has the answer
}

// Write is that of gate.Sink.
func (a *answer) Write(b []byte) (int, error) {
	if a.to != nil {
		return a.to.Write(b)
	}
	a.body.Write(b)
	if a.spool == nil || a.body.Len() <= maxShort {
		return len(b), nil
	}
	var err error
	if a.file, err = a.spool(); err != nil {
		return 0, err
	}
	if a.to = a.file; a.stream {
		a.to = &eventData{to: a.file, end: a.event}
	}
	_, err = a.to.Write(a.body.Bytes())
	a.body = bytes.Buffer{}
	return len(b), err
}

// event looks for the answer in an event that has ended.
func (a *answer) event() error {
	if !a.ended {
		a.found, a.ended = readLong(a.file, a.id)
	}
	if a.ended {
		a.to = io.Discard
		return nil
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return a.file.Truncate(0)
}

// Enough: some servers leave a stream open after the answer. An event ends with an
// empty line.
func (a *answer) Enough() bool {
	body := a.body.Bytes()
	if a.ended || a.words && len(body) >= maxOther {
		return true
	}
	if len(a.id) == 0 || !a.stream || !bytes.HasSuffix(body, []byte("\n\n")) && !bytes.HasSuffix(body, []byte("\r\n\r\n")) {
		return false
	}
	_, found := findAnswer(body, true, a.id)
	return found
}

// end gives the body, or the answer in the file. What is no successful answer is
// read from the file as another body is.
func (a *answer) end() (body []byte, found *long, err error) {
	if a.file == nil {
		return a.body.Bytes(), nil, nil
	}
	if !a.ended {
		a.found, _ = readLong(a.file, a.id)
	}
	if a.found != nil {
		return nil, a.found, nil
	}
	defer a.Drop()
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	if a.stream {
		body = []byte(dataField)
	}
	rest, err := io.ReadAll(io.LimitReader(a.file, maxOther))
	return append(body, rest...), nil, err
}

// Drop is that of gate.Sink.
func (a *answer) Drop() {
	if a.file != nil {
		_ = a.file.Close()
	}
}

// eventData passes on the data lines of an event stream, joined, and says where an
// event ends.
type eventData struct {
	to  io.Writer
	end func() error

	line []byte // the line up to where its value may begin
	data bool   // in the value of a data line
	some bool   // the event has data
	cr   bool   // the last byte was a carriage return
}

const dataField = "data:"

func (e *eventData) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if e.cr && b[0] == '\n' {
			e.cr, b = false, b[1:]
			continue
		}
		e.cr = false
		part, i := b, bytes.IndexAny(b, "\r\n")
		if i >= 0 {
			part = b[:i]
		}
		if err := e.part(part); err != nil || i < 0 {
			return n, err
		}
		e.cr, b = b[i] == '\r', b[i+1:]
		if err := e.lineEnd(); err != nil {
			return n, err
		}
	}
	return n, nil
}

// part takes a part of a line.
func (e *eventData) part(b []byte) error {
	if !e.data {
		n := min(len(b), len(dataField)+1-len(e.line))
		e.line, b = append(e.line, b[:n]...), b[n:]
		value, ok := bytes.CutPrefix(e.line, []byte(dataField))
		if !ok || len(value) == 0 {
			return nil
		}
		if err := e.begin(bytes.TrimPrefix(value, []byte(" "))); err != nil {
			return err
		}
	}
	_, err := e.to.Write(b)
	return err
}

// begin begins the value of a data line; a line break separates it from the one
// before.
func (e *eventData) begin(value []byte) error {
	if e.some {
		value = append([]byte("\n"), value...)
	}
	e.data, e.some = true, true
	_, err := e.to.Write(value)
	return err
}

func (e *eventData) lineEnd() error {
	line, data := e.line, e.data
	e.line, e.data = nil, false
	switch {
	case data:
	case string(line) == dataField:
		err := e.begin(nil)
		e.data = false
		return err
	case len(line) == 0 && e.some:
		e.some = false
		return e.end()
	}
	return nil
}
