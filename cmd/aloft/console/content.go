package console

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
)

// maxContent is the largest Markdown text that becomes a smart document.
const maxContent = 4 << 20

// Content reads the Markdown of a new smart document; "-" is standard input.
func (con *Console) Content(file string) (string, error) {
	in := io.Reader(con.Stdin)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", con.Unreadable(file, err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxContent+1))
	if err != nil {
		return "", con.Unreadable(file, err)
	}
	switch s := strings.TrimPrefix(string(data), "\ufeff"); {
	case len(data) > maxContent:
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is larger than %s", file, Size(maxContent))
	case !utf8.ValidString(s):
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is not UTF-8 text", file)
	case strings.TrimSpace(s) == "":
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is empty", file)
	default:
		return s, nil
	}
}

// WriteNew writes a file that does not exist; a failed one is removed.
func WriteNew(file string, from io.Reader) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file)
	}
	return err
}

// Unreadable is the error of a file that cannot be read.
func (con *Console) Unreadable(file string, err error) error {
	kind := client.KindLocal
	if errors.Is(err, os.ErrNotExist) {
		kind = client.KindNotFound
	}
	return &client.Error{Kind: kind, Op: "read", What: "%s cannot be read: %s", Args: []any{file, Cause(err)}, Err: err}
}
