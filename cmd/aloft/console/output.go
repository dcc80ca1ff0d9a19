package console

import (
	"bufio"
	"io"
)

// Whole prints what a reader must get whole or not at all: a kill between two
// blocks must not cut it.
func (con *Console) Whole(s string) error {
	if con.Writer.Available() < len(s) {
		if err := con.Flush(); err != nil {
			return err
		}
	}
	if _, err := con.Writer.WriteString(s); err != nil {
		return con.OutputFailed(err)
	}
	return nil
}

// Line prints a line of plain output.
func (con *Console) Line(parts ...string) error {
	for _, p := range parts {
		if _, err := con.Writer.WriteString(p); err != nil {
			return con.OutputFailed(err)
		}
	}
	if err := con.Writer.WriteByte('\n'); err != nil {
		return con.OutputFailed(err)
	}
	return nil
}

// Lines prints lines of plain output.
func (con *Console) Lines(all []string) error {
	for _, line := range all {
		if err := con.Line(line); err != nil {
			return err
		}
	}
	return nil
}

// Quietly runs f and drops what it prints.
func (con *Console) Quietly(f func() error) error {
	out := con.Writer
	con.Writer = bufio.NewWriter(io.Discard)
	defer func() { con.Writer = out }()
	return f()
}

// Flush writes buffered output.
func (con *Console) Flush() error {
	if err := con.Writer.Flush(); err != nil {
		return con.OutputFailed(err)
	}
	return nil
}
