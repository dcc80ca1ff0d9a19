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

// CanAsk reports whether somebody is there to answer a question.
func (con *Console) CanAsk() bool { return con.InIsTerminal() && con.ErrIsTerminal() }

// NeedsAnswer is an error when nobody is there to answer a question; why is what it is asked for.
func (con *Console) NeedsAnswer(why string) error {
	if con.CanAsk() {
		return nil
	}
	return UsageError("nothing was done: %s, and there is no terminal to ask on", text.CliHintYes, why)
}

// Ask puts a question on standard error and reads the answer. An interrupt ends
// the wait.
func (con *Console) Ask(ctx context.Context, question string) (string, error) {
	_, _ = io.WriteString(con.Stderr, question+" ")
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

// AskTyped asks for a typed word before something that cannot be undone.
func (con *Console) AskTyped(ctx context.Context, yes bool, question, word string) error {
	if yes {
		return nil
	}
	if err := con.NeedsAnswer(con.Say(text.CliDestroys)); err != nil {
		return err
	}
	got, err := con.Ask(ctx, question)
	if err != nil {
		return err
	}
	if !strings.EqualFold(got, word) {
		return Exit(ExitFailed, client.Errorf(client.KindLocal, "account", model.Place{}, text.CliNotDone))
	}
	return nil
}

// Beside prints a line on standard error.
func (con *Console) Beside(line string) { _, _ = io.WriteString(con.Stderr, line+"\n") }
