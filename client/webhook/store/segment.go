package store

import (
	"bufio"
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
)

// The log is a row of segments: the last one grows, the oldest is dropped.

func segmentPath(dir string, seq int64) string {
	return filepath.Join(dir, logName, fmt.Sprintf("%010d.jsonl", seq))
}

// segments are those there are, the oldest first.
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

// lines reads whole lines from r on; f gets each without its line end, with its
// offset and its length. It gives the offset after the last whole line: what
// follows is torn, or still being written. Lines that are too long to be ours
// are passed over. A line is only good during the call.
func lines(r io.Reader, off int64, f func(line []byte, off int64) error) (end int64, err error) {
	b := bufio.NewReaderSize(r, 128<<10)
	var long []byte
	start := off
	tooLong := false
	for {
		part, err := b.ReadSlice('\n')
		off += int64(len(part))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if tooLong = tooLong || len(long)+len(part) > mostLine; tooLong {
				long = long[:0]
			} else {
				long = append(long, part...)
			}
			continue
		case errors.Is(err, io.EOF):
			return start, nil
		case err != nil:
			return start, err
		}
		if !tooLong {
			line := part
			if len(long) > 0 {
				long = append(long, part...)
				line = long
			}
			if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 {
				if err := f(line, start); err != nil {
					return start, err
				}
			}
		}
		start, long, tooLong = off, long[:0], false
	}
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

// errCut: a line is not what its place said.
var errCut = errors.New("the line is damaged")

// readLine reads one line of which the place is known.
func readLine(dir string, s span) (*record, error) {
	f, err := os.Open(segmentPath(dir, s.seg))
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

// first reads how far back the segments go that matter to the list when seq is
// the last one: 0 when it does not say.
func first(dir string, seq int64) int64 {
	f, err := os.Open(segmentPath(dir, seq))
	if err != nil {
		return 0
	}
	defer f.Close()
	from := int64(0)
	_, _ = lines(io.LimitReader(f, 4<<10), 0, func(line []byte, _ int64) error {
		if r, ok := decode(line); ok && r.T == recSegment {
			from = r.From
		}
		return io.EOF
	})
	return from
}
