package console

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/model/text"
)

// Command is a row that says what a command is: its arguments, flags, output, and what it does.
type Command struct {
	// Use is its name and its arguments: NAME is one, NAME… any number, [NAME] may be left out. Those called PLACE, SRC
	// and DST are completed as places, and a FILE after them as a file.
	Use         string
	Short, Long text.Text
	Told        []any // arguments of Long
	Flags       []Flag
	JSON        []any // the shapes of what --json prints; none: there is no --json
	Lines       bool  // with --jsonl, too
	Prints      []any // the shapes of the JSON that it prints without being asked
	Hidden      bool
	Args        cobra.PositionalArgs // nil = as Use has them
	Words       cobra.CompletionFunc // of its arguments; nil = as Use has them
	Known       []string             // the words of its argument
	Apart       []string             // flags of which one may be given
	Broken      bool                 // it runs whatever the configuration is, and reads it itself
	Run         func(Call) error
	Below       []Command // it only holds these, unless there is a Run
}

// Flag is a row of a flag. Value is its type and its default: a bool, an int, an int64, a time.Duration, a string, a []string, a Path, or a function
// that makes a pflag.Value.
type Flag struct {
	Name, Short string
	Value       any
	Help        text.Text
	Said        []any                // arguments of Help
	Words       []string             // that it takes
	Only        bool                 // it takes no others, beside its default
	Complete    cobra.CompletionFunc // of its value
	Alone       string               // its value when it has none
	NoDefault   bool                 // the help does not show the default
}

// Path is a flag that names a file or a place, and its default. An empty one is refused: it is a
// variable of a script that was not set, and must not mean what the flag means when it is
// left out.
type Path string

func (p *Path) String() string { return string(*p) }

// Type is what help and completions call it, as for every other text.
func (p *Path) Type() string { return "string" }

// Set is of pflag.Value.
func (p *Path) Set(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	*p = Path(s)
	return nil
}

// Call is one call of a command.
type Call struct {
	Format
	Args []string
	Cmd  *cobra.Command
}

// Usage is a mistake in the command line.
func (in Call) Usage(t text.Text, args ...any) error { return UsageErrorFor(in.Cmd, t, args...) }

// Given: the flag is on the command line.
func (in Call) Given(flag string) bool { return in.Cmd.Flags().Changed(flag) }

// On is a flag that has no value; false where the command has no such flag, as the next ones.
func (in Call) On(flag string) bool { on, _ := in.Cmd.Flags().GetBool(flag); return on }

// Text is the text of a flag.
func (in Call) Text(flag string) string { s, _ := in.Cmd.Flags().GetString(flag); return s }

// Int is the number of a flag.
func (in Call) Int(flag string) int { n, _ := in.Cmd.Flags().GetInt(flag); return n }

// Long is the same for versions and positions.
func (in Call) Long(flag string) int64 { n, _ := in.Cmd.Flags().GetInt64(flag); return n }

// Time is a time of a flag.
func (in Call) Time(flag string) time.Duration { d, _ := in.Cmd.Flags().GetDuration(flag); return d }

// List is the texts of a flag that can be repeated.
func (in Call) List(flag string) []string { all, _ := in.Cmd.Flags().GetStringArray(flag); return all }

// Or is the first argument, or other when there is none.
func (in Call) Or(other string) string {
	if len(in.Args) > 0 {
		return in.Args[0]
	}
	return other
}

// Commands makes commands of rows.
func (con *Console) Commands(rows []Command) (all []*cobra.Command) {
	for _, r := range rows {
		all = append(all, con.Command(r))
	}
	return all
}

// Command makes a command of its row.
func (con *Console) Command(r Command) *cobra.Command {
	least, most, places, files := arguments(r.Use)
	c := &cobra.Command{Use: r.Use, Short: con.Say(r.Short), Hidden: r.Hidden, Args: r.Args, ValidArgs: r.Known, ValidArgsFunction: r.Words}
	if r.Long != "" {
		c.Long = con.Say(r.Long, r.Told...)
	}
	if r.Args == nil {
		c.Args = WantArgs(least, most)
	}
	if r.Words == nil && places != 0 {
		c.ValidArgsFunction = func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if files && len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return con.Places(places)(c, args, prefix)
		}
	}
	var f Format
	if len(r.JSON) > 0 {
		con.FormatFlags(c, &f, r.Lines, r.JSON...)
	}
	con.Prints(c, r.Prints...)
	con.AddFlags(c, r.Flags...)
	if r.Apart != nil {
		c.MarkFlagsMutuallyExclusive(r.Apart...)
	}
	run := func(c *cobra.Command, args []string) error {
		in := Call{f, args, c}
		if err := in.only(r.Flags); err != nil {
			return err
		}
		return r.Run(in)
	}
	if !r.Broken {
		run = con.Needs(run)
	}
	c.AddCommand(con.Commands(r.Below)...)
	if c.RunE = run; r.Below != nil && most == 0 {
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(c *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return UsageErrorFor(c, "%s has no command %q", c.CommandPath(), args[0])
			case r.Run == nil:
				return c.Help()
			}
			return run(c, args)
		}
	}
	return c
}

// only refuses words that flags do not take.
func (in Call) only(flags []Flag) error {
	for _, f := range flags {
		if word := in.Text(f.Name); f.Only && word != f.Value && !slices.Contains(f.Words, word) {
			return in.Usage(text.CliOneOf, "--"+f.Name, strings.Join(f.Words, ", "), word)
		}
	}
	return nil
}

// arguments reads how many arguments there are, most -1 = any, and how many of them are places.
func arguments(use string) (least, most, places int, files bool) {
	for _, w := range strings.Fields(use)[1:] {
		if strings.HasPrefix(w, "-") || strings.HasPrefix(w, "[-") {
			break
		}
		word := strings.Trim(w, "[…]")
		isPlace := slices.Contains([]string{"PLACE", "SRC", "DST"}, word)
		files = files || !isPlace && places == most && strings.HasPrefix(word, "FILE")
		if isPlace && places >= 0 && places == most {
			places++
		}
		if !strings.HasPrefix(w, "[") {
			least++
		}
		if most++; strings.Contains(w, "…") {
			most = -1
			if isPlace {
				places = -1
			}
			return least, most, places, files
		}
	}
	return least, most, places, files && places > 0
}

// AddFlags defines flags.
func (con *Console) AddFlags(c *cobra.Command, all ...Flag) {
	f := c.Flags()
	for _, r := range all {
		help := con.Say(r.Help, r.Said...)
		switch v := r.Value.(type) {
		case bool:
			f.BoolP(r.Name, r.Short, v, help)
		case int:
			f.IntP(r.Name, r.Short, v, help)
		case int64:
			f.Int64P(r.Name, r.Short, v, help)
		case time.Duration:
			f.DurationP(r.Name, r.Short, v, help)
		case string:
			f.StringP(r.Name, r.Short, v, help)
		case []string:
			f.StringArrayP(r.Name, r.Short, v, help)
		case Path:
			f.VarP(&v, r.Name, r.Short, help)
		case func(*cobra.Command) pflag.Value:
			f.VarP(v(c), r.Name, r.Short, help)
		}
		made := f.Lookup(r.Name)
		made.NoOptDefVal = cmp.Or(r.Alone, made.NoOptDefVal)
		if r.NoDefault {
			made.DefValue = "0"
		}
		switch {
		case r.Complete != nil:
			_ = c.RegisterFlagCompletionFunc(r.Name, r.Complete)
		case r.Words != nil:
			OneOfWords(c, r.Name, r.Words...)
		}
	}
}
