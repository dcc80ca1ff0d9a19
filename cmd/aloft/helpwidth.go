package main

import (
	"io"
	"strings"

	"aloft/model"
	"aloft/model/lazy"
	"aloft/model/text"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

// pflagDefault is what pflag says in English behind the usage of a flag.
var pflagDefault = lazy.Regexp(`(?m)\(default [^()\n]*\)$`)

// widestHelp is the width that the help is written for.
const widestHelp = 120

// helpWidth makes help fit the terminal it is printed on.
func (a *app) helpWidth(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		c = a.asConfigured(c)
		width, _, err := term.GetSize(a.con.Stdout.Fd())
		fits := err != nil || width >= widestHelp
		if fits && a.con.Language == text.English {
			help(c, args)
			return
		}
		out := c.OutOrStdout()
		var b strings.Builder
		c.SetOut(&b)
		help(c, args)
		c.SetOut(out)
		said := pflagDefault().ReplaceAllStringFunc(b.String(), func(s string) string {
			return a.con.Say("(default: %s)", strings.TrimSuffix(strings.TrimPrefix(s, "(default "), ")"))
		})
		if !fits {
			said = fitHelp(said, width)
		}
		_, _ = io.WriteString(out, said) // an error is that of the flush
	})
}

// fitHelp breaks lines. Those of a paragraph are joined before, and what follows in a column stays in it.
func fitHelp(s string, width int) string {
	var joined []string
	long := 0 // the width of the line before, if it may go on
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		text := line != "" && line[0] != ' '
		if n := len(joined); text && long > 2*widestHelp/3 {
			joined[n-1] = model.GoesOn(joined[n-1], line)
		} else {
			joined = append(joined, line)
		}
		if long = 0; text {
			long = ansi.StringWidth(line)
		}
	}
	var b strings.Builder
	for _, line := range joined {
		hang := column(line)
		if hang > width*2/3 {
			hang = len(line) - len(strings.TrimLeft(line, " "))
		}
		head, rest := line[:hang], line[hang:]
		if ansi.StringWidth(line) <= width {
			head, rest = line, ""
		}
		indent := ansi.StringWidth(line[:hang])
		for i, part := range (model.Ruler{}).Wrap(rest, max(10, width-indent)) {
			if i > 0 {
				head = strings.Repeat(" ", indent)
			}
			b.WriteString(head + part + "\n")
		}
	}
	return b.String()
}

// column is where the text of a line begins: behind what it is about, which two blanks or more end.
func column(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if indent == 0 {
		return 0
	}
	if i := strings.Index(line[indent:], "  "); i >= 0 {
		rest := line[indent+i:]
		return len(line) - len(strings.TrimLeft(rest, " "))
	}
	return indent
}
