package session

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Stream reads places from standard input, each ended by a NUL. A program wrote
// them and nobody has looked at them, so nothing is guessed: a place has its
// scheme, and a path of this machine is allowed only with --local, byte for byte as
// find -print0 writes it. With an invalid one it returns none.
func (ps *Places) Stream(c *cobra.Command, local bool) ([]model.Place, error) {
	words, err := ps.Words(c)
	if err != nil {
		return nil, err
	}
	out := make([]model.Place, len(words))
	for i, s := range words {
		if out[i], err = ps.streamed(c, s, i+1, local); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Renames reads a place and a name by turns from a file, each ended by a NUL; "-" is
// standard input. The places are as in Stream, the names are as they are.
func (ps *Places) Renames(c *cobra.Command, file string, local bool) (at []model.Place, names []string, err error) {
	in := io.Reader(ps.session.Con.Stdin)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, nil, ps.session.Con.Unreadable(file, err)
		}
		defer f.Close()
		in = f
	}
	words, err := words(c, in)
	if err != nil {
		return nil, nil, err
	}
	for i, s := range words {
		if i%2 == 1 {
			names = append(names, s)
			continue
		}
		p, err := ps.streamed(c, s, i/2+1, local)
		if err != nil {
			return nil, nil, err
		}
		at = append(at, p)
	}
	if len(at) > len(names) {
		return nil, nil, console.UsageErrorFor(c, "the new name for %s is missing. Nothing was done", at[len(at)-1].String())
	}
	return at, names, nil
}

// Pair is what mv --pairs reads: an entry, and its new place. Into: that is a folder.
type Pair struct {
	From, To model.Place
	Into     bool
}

// Pairs reads pairs of places from standard input as Stream does. With an invalid one it
// returns none.
func (ps *Places) Pairs(c *cobra.Command, local bool) ([]Pair, error) {
	words, err := ps.Words(c)
	switch {
	case err != nil:
		return nil, err
	case len(words) == 0:
		return nil, console.UsageErrorFor(c, text.CliTooFew, c.CommandPath())
	case len(words)%2 != 0:
		return nil, console.UsageErrorFor(c, "the input has %d {place|places}, but each pair needs two: the new place for %s is missing. Nothing was done", len(words), words[len(words)-1])
	}
	out, first := make([]Pair, len(words)/2), map[string]int{}
	for i := range out {
		p := &out[i]
		if p.From, err = ps.streamed(c, words[2*i], 2*i+1, local); err != nil {
			return nil, err
		}
		if p.To, err = ps.streamed(c, words[2*i+1], 2*i+2, local); err != nil {
			return nil, err
		}
		p.Into = strings.HasSuffix(words[2*i+1], "/") || p.To.IsRoot() || p.To.Pin() != ""
		if n := first[p.From.String()]; n > 0 {
			return nil, console.UsageErrorFor(c, "pairs %d and %d of the input both move %s. Nothing was done", n, i+1, p.From.String())
		}
		first[p.From.String()] = i + 1
	}
	return out, nil
}

// Words reads what each NUL on standard input ends, as it is.
func (ps *Places) Words(c *cobra.Command) ([]string, error) { return words(c, ps.session.Con.Stdin) }

func words(c *cobra.Command, in io.Reader) ([]string, error) {
	var out []string
	r := bufio.NewReader(in)
	for {
		s, err := r.ReadString(0)
		switch {
		case errors.Is(err, io.EOF) && s == "":
			return out, nil
		case errors.Is(err, io.EOF):
			// The writer was cut off: the rest may be the parent of what was meant.
			return nil, console.UsageErrorFor(c, "the input ends in the middle of a place or a name: no NUL byte follows %s. Nothing was done", s)
		case err != nil:
			return nil, &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{err.Error()}, Err: err}
		}
		out = append(out, strings.TrimSuffix(s, "\x00"))
	}
}

// streamed is item n of the stream.
func (ps *Places) streamed(c *cobra.Command, s string, n int, local bool) (model.Place, error) {
	place := model.HasScheme(s) || isLink(s)
	switch {
	case s == "":
		return model.Place{}, console.UsageErrorFor(c, "place %d of the input is empty. Nothing was done", n)
	case local && (!place || isPath(s)):
		return model.ParsePath(s, ps.base())
	case local:
		return model.Place{}, console.UsageErrorFor(c, "place %d of the input, %s, can be a place or a local path: write ./%s for the path, or leave out --local for the place. Nothing was done", n, s, s)
	case !place || isPath(s):
		return model.Place{}, console.UsageErrorFor(c, "place %d of the input, %s, has no scheme such as drive:/; paths of this machine need --local. Nothing was done", n, s)
	}
	return ps.Place(s)
}

// isPath: it can only be a path of this machine.
func isPath(s string) bool {
	first, _, more := strings.Cut(s, "/")
	return more && (first == "" || first == "." || first == "..")
}
