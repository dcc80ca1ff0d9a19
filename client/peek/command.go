package peek

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Command is the one that colours texts: its words, in which {} stands for the path
// of the file. The text is its standard input. None = the text stays plain.
type Command []string

// patience is how long the command may take; meanwhile the text shows plain.
const patience = time.Second

// Usual is the command of a person who has configured none: bat, where it is
// installed (as batcat on Debian). It reads its input only, so the file is not opened
// again.
func Usual(look func(string) (string, error)) Command {
	for _, name := range []string{"bat", "batcat"} {
		if path, err := look(name); err == nil {
			return Command{path, "--color=always", "--style=plain", "--paging=never", "--wrap=never", "--tabs=4", "--file-name={}", "-"}
		}
	}
	return nil
}

// Coloured runs the command on a text.
func (r *Reader) Coloured(ctx context.Context, at model.Place, p *client.FilePreview) ([]string, error) {
	if p.Form != client.FormText || !at.Scheme.Local() || text.HasSGR(p.Text, "") { // it may have its own colours
		return nil, nil
	}
	command := r.command()
	if len(command) == 0 {
		return nil, nil
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	out, err := command.run(ctx, disk.Path(at), p.Text)
	if err != nil {
		return nil, client.Errorf(client.KindLocal, op, at, "the [preview] command %s failed: %s", command[0], err.Error())
	}
	return coloured(out), nil
}

// run is what the command prints, at most so much as a preview has.
func (c Command) run(ctx context.Context, path, input string) (string, error) {
	args := slices.Clone(c[1:])
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "{}", path)
	}
	cmd := exec.CommandContext(ctx, c[0], args...)
	system.Lead(cmd)
	var out enough
	cmd.Stdin, cmd.Stdout = strings.NewReader(input), &out
	cmd.WaitDelay = patience / 4 // a child of it may keep its output open
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case out.full(): // it was ended by that
		return out.String(), nil
	case err != nil:
		return "", err
	}
	return out.String(), nil
}
