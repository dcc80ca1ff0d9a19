package screen

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/pane"
)

// pipe is the word that stands for places on standard input, and terminal the file from
// which keys are read then.
const (
	pipe     = "-"
	terminal = "/dev/tty"
)

// takePipe reads places from standard input, and keys from the terminal.
func (sc *Screen) takePipe() (pane.Lister, error) {
	if sc.Con.InIsTerminal() {
		return nil, console.UsageError("- reads places from standard input, which is the terminal here; pipe them in, for example: aloft find drive:/ report | aloft -", text.CliHintAll)
	}
	tty, err := os.OpenFile(terminal, os.O_RDWR, 0)
	if err != nil {
		return nil, console.UsageError("the screen needs a terminal", text.CliHintNoTerminal)
	}
	in := sc.Con.Stdin
	sc.Con.Stdin = tty
	return piped(in, sc.piped, sc.Sources), nil
}

// mostPiped bounds what is read of standard input, in bytes.
const mostPiped = 64 << 20

// mostFolders bounds the folders that are listed for what places do not say: kinds, ids,
// sizes.
const mostFolders = 30

// piped fills a list with the places that in has: each ended by a NUL when there is one in
// it, else by a line break. They show at once; then each folder is listed once.
func piped(in io.Reader, parse func(string) (model.Entry, error), sources client.Sources) pane.Lister {
	var read []model.Entry // they can be read once only
	var failed error
	var once sync.Once
	return func(ctx context.Context, opt client.Options) (model.Listing, error) {
		once.Do(func() { read, failed = readPlaces(in, parse) })
		l := model.Listing{Complete: true, Total: len(read)}
		if failed != nil {
			return l, failed
		}
		part := l
		part.Entries, part.Cut, part.Complete = append([]model.Entry(nil), read...), model.CutPartial, false
		opt.Progress(part, 0)
		told := tell(ctx, read, sources)
		if ctx.Err() != nil {
			return l, ctx.Err()
		}
		part.Entries = append([]model.Entry(nil), told...)
		opt.Progress(part, 0)
		return l, nil
	}
}

func readPlaces(in io.Reader, parse func(string) (model.Entry, error)) ([]model.Entry, error) {
	data, err := io.ReadAll(io.LimitReader(bufio.NewReader(in), mostPiped))
	if err != nil {
		return nil, &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{err.Error()}, Err: err}
	}
	end := "\n"
	if bytes.IndexByte(data, 0) >= 0 {
		end = "\x00"
	}
	var out []model.Entry
	for s := range strings.SplitSeq(string(data), end) {
		if s == "" {
			continue
		}
		e, err := parse(s)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// piped reads one place; without a scheme it is a path of this computer, byte for byte. A
// slash at its end says that it is a folder.
func (sc *Screen) piped(s string) (model.Entry, error) {
	read := sc.Places.Local
	if model.HasScheme(s) {
		read = sc.Places.Plain
	}
	at, err := read(s)
	if err != nil {
		return model.Entry{}, err
	}
	e := model.Entry{Name: at.Base(), ID: at.Pin(), Kind: model.KindFile, Size: model.Unknown, Children: model.Unknown,
		From: &model.Origin{Folder: at.Parent()}}
	switch {
	case at.IsLoose():
		e.Name, e.Kind, e.From.Known = at.Pin(), model.KindOther, model.KnownID
	case at.Pin() != "":
		e.From.Twins = map[string]bool{e.Name: true}
	}
	switch {
	case strings.HasSuffix(s, "/"):
		e.Kind = model.KindFolder
	case at.Scheme.Documents():
		e.Kind = model.KindOther
	}
	return e, nil
}

// tell fills in what the folders of the entries say of them.
func tell(ctx context.Context, in []model.Entry, sources client.Sources) []model.Entry {
	out := append([]model.Entry(nil), in...)
	listed := map[string]map[model.Step]model.Entry{}
	for i := range out {
		e := &out[i]
		at := e.From.Folder.JoinEntry(e, nil)
		if e.From.Known == model.KnownID {
			continue
		}
		src, err := sources.For(at)
		if err != nil || ctx.Err() != nil {
			continue
		}
		if at.Scheme.Local() {
			if full, err := src.Stat(ctx, at, client.Options{}); err == nil {
				full.From = e.From
				*e = full
			}
			continue
		}
		folder := at.Parent().String()
		if listed[folder] == nil && len(listed) < mostFolders {
			listed[folder] = map[model.Step]model.Entry{}
			if l, err := src.List(ctx, at.Parent(), client.Options{Class: client.Bulk}); err == nil {
				twins := l.Twins()
				for j := range l.Entries {
					listed[folder][at.Parent().JoinEntry(&l.Entries[j], twins).Last()] = l.Entries[j]
				}
			}
		}
		if full, ok := listed[folder][at.Last()]; ok {
			full.From = e.From
			*e = full
		}
	}
	return out
}
