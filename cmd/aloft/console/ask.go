package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// AskTyped wants a word typed before what cannot be undone.
func (con *Console) AskTyped(ctx context.Context, yes bool, ask, word string) error {
	if yes {
		return nil
	}
	if !con.InIsTerminal() || !con.ErrIsTerminal() {
		return UsageError(text.CliNeedsYes, text.CliHintYes)
	}
	_, _ = io.WriteString(con.Stderr, ask+" ")
	got, err := con.ReadLine(ctx)
	if err != nil {
		return err
	}
	if !strings.EqualFold(got, word) {
		return Exit(ExitFailed, client.Errorf(client.KindLocal, "account", model.Place{}, text.CliNotDone))
	}
	return nil
}

func (con *Console) SayTo(w io.Writer, line string) { _, _ = io.WriteString(w, line+"\n") }

// ReadLine reads an answer. An interrupt ends the wait.
func (con *Console) ReadLine(ctx context.Context) (string, error) {
	type got struct {
		s   string
		err error
	}
	c := make(chan got, 1)
	go func() {
		s, err := bufio.NewReader(con.Stdin).ReadString('\n')
		c <- got{s, err}
	}()
	select {
	case <-ctx.Done():
		return "", context.Canceled
	case g := <-c:
		if g.err != nil && !errors.Is(g.err, io.EOF) {
			return "", &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{g.err.Error()}, Err: g.err}
		}
		return strings.TrimSpace(g.s), nil
	}
}
