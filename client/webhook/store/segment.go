package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"aloft/client/durable"
)

// The log is a sequence of segments: the last one grows, the oldest is dropped.

func segmentPath(dir string, seq int64) string {
	return filepath.Join(dir, logName, fmt.Sprintf("%010d.jsonl", seq))
}

// segments returns the existing ones, the oldest first.
func segments(dir string) ([]int64, error) {
	es, err := os.ReadDir(filepath.Join(dir, logName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []int64
	for _, e := range es {
		name, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if n, bad := strconv.ParseInt(name, 10, 64); ok && bad == nil && n > 0 && e.Type().IsRegular() {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, err
}

// requestID is the id in a request line, as we write it; "" in any other line.
func requestID(line []byte) string { return idAfter(line, requestStart+`,"id":"`) }

func idAfter(line []byte, start string) string {
	rest, ok := bytes.CutPrefix(line, []byte(start))
	if !ok || len(rest) < idLen || !valid(string(rest[:idLen])) {
		return ""
	}
	return string(rest[:idLen])
}

// idOf is the id in any line as we write it, without decoding it.
func idOf(line []byte) string {
	const start = `{"t":"`
	if len(line) < len(start) {
		return ""
	}
	_, rest, ok := bytes.Cut(line[len(start):min(len(line), 16)], []byte(`"`))
	if !ok {
		return ""
	}
	return idAfter(line[min(len(line), 16)-len(rest):], `,"id":"`)
}

// errCut: a line is not what was expected at its offset.
var errCut = errors.New("the line is damaged")

// readLine reads the line at a span.
func readLine(dir string, s span) (*record, error) {
	f, err := durable.OpenRead(segmentPath(dir, s.seg))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, s.len)
	if _, err := f.ReadAt(b, s.off); err != nil {
		return nil, err
	}
	r, ok := decode(bytes.TrimSpace(b))
	if !ok {
		return nil, errCut
	}
	return r, nil
}

// take reads a line of the log into the list.
func (l *list) take(line []byte, at span) {
	if id := requestID(line); id != "" {
		l.reqID, l.req = id, at
		return
	}
	if r, ok := decode(line); ok {
		l.apply(r, at)
	}
}

// first reads which segments matter to the list when seq is the last one: 0 when it
// does not say.
func first(dir string, seq int64) int64 {
	f, err := durable.OpenRead(segmentPath(dir, seq))
	if err != nil {
		return 0
	}
	defer f.Close()
	from := int64(0)
	_, _ = durable.Lines(io.LimitReader(f, 4<<10), 0, maxLine, func(line []byte, _ int64) error {
		if r, ok := decode(line); ok && r.T == recSegment {
			from = r.From
		}
		return io.EOF
	})
	return from
}
