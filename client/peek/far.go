package peek

import (
	"io"

	"aloft/client"
)

// firstPart is how much is read first of a file on another machine that is larger than a
// preview reads: what remains is for the part that its format then asks for.
const firstPart = 64 << 10

// far reads a file on another machine with at most two requests: its beginning, and then
// either what follows or the end, where the directory of an archive is.
type far struct {
	from  io.ReaderAt
	size  int64
	parts []part
}

// part is what one request has read.
type part struct {
	at   int64
	data []byte
}

// ReadAt reads from the parts, and asks for the one that is missing. errTooMuch: there
// were two.
func (f *far) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= f.size {
			return n, io.EOF
		}
		got := f.kept(at)
		if got == nil {
			if got, err = f.ask(at); err != nil {
				return n, err
			}
		}
		n += copy(p[n:], got)
	}
	return n, nil
}

// kept is what was read from an offset on, nil = nothing.
func (f *far) kept(at int64) []byte {
	for _, p := range f.parts {
		if i := at - p.at; i >= 0 && i < int64(len(p.data)) {
			return p.data[i:]
		}
	}
	return nil
}

// ask reads the part that has the offset.
func (f *far) ask(at int64) ([]byte, error) {
	from, to := int64(0), f.size
	switch {
	case len(f.parts) > 1:
		return nil, errTooMuch
	case len(f.parts) == 1 && at == firstPart:
		from, to = at, min(f.size, client.PreviewBytes)
	case len(f.parts) == 1 || at > 0:
		from = max(firstPart, f.size-(client.PreviewBytes-firstPart))
	case f.size > client.PreviewBytes:
		to = firstPart
	}
	if at < from || at >= to {
		return nil, errTooMuch
	}
	data := make([]byte, to-from)
	n, err := f.from.ReadAt(data, from)
	if err == io.EOF && n < len(data) {
		err = io.ErrUnexpectedEOF
	}
	if n < len(data) {
		return nil, err
	}
	f.parts = append(f.parts, part{from, data})
	return data[at-from:], nil
}
