package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// CanAsk reports whether somebody is there to answer a question.
func (con *Console) CanAsk() bool { return con.InIsTerminal() && con.ErrIsTerminal() }

// NeedsAnswer is an error when nobody is there to answer a question; why is what it is asked for.
func (con *Console) NeedsAnswer(why string) error {
	if con.CanAsk() {
		return nil
	}
	return UsageError("nothing was done: %s, and there is no terminal to ask on", "add --yes to do it without being asked", why)
}

// Ask puts a question on standard error and reads the answer. An interrupt ends
// the wait.
func (con *Console) Ask(ctx context.Context, question string) (string, error) {
	_, _ = io.WriteString(con.Stderr, question+" ")
	s, err := Typed(ctx, func() (string, error) { return bufio.NewReader(con.Stdin).ReadString('\n') })
	switch {
	case errors.Is(err, context.Canceled):
		return "", err
	case err != nil && !errors.Is(err, io.EOF):
		return "", &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{err.Error()}, Err: err}
	}
	return strings.TrimSpace(s), nil
}

// Typed is what a person types, which read waits for; an interrupt ends the wait.
func Typed(ctx context.Context, read func() (string, error)) (string, error) {
	type got struct {
		s   string
		err error
	}
	c := make(chan got, 1)
	go func() {
		s, err := read()
		c <- got{s, err}
	}()
	select {
	case <-ctx.Done():
		return "", context.Canceled
	case g := <-c:
		return g.s, g.err
	}
}

// AskTyped asks for a typed word before something that cannot be undone.
func (con *Console) AskTyped(ctx context.Context, yes bool, question, word string) error {
	if yes {
		return nil
	}
	if err := con.NeedsAnswer(con.Say(text.CliDestroys)); err != nil {
		return err
	}
	return con.Agree(ctx, "account", question, word)
}

// Agree puts a question about an operation. An answer that does not mean yes, which is y or yes
// where it is not said, is the error that nothing was done.
func (con *Console) Agree(ctx context.Context, op, question string, yes ...string) error {
	if len(yes) == 0 {
		yes = []string{"y", "yes"}
	}
	got, err := con.Ask(ctx, question)
	if err == nil && !slices.ContainsFunc(yes, func(y string) bool { return strings.EqualFold(got, y) }) {
		err = NotDone(op)
	}
	return err
}

// NotDone is the error of a person's no.
func NotDone(op string) error {
	return Exit(ExitFailed, client.Errorf(client.KindLocal, op, model.Place{}, "nothing was done"))
}

// Beside prints a line on standard error.
func (con *Console) Beside(line string) { _, _ = io.WriteString(con.Stderr, line+"\n") }
