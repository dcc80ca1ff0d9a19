package admin

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/guide"
	"aloft/model/text"
)

func (cs *Commands) manCommand(root *cobra.Command, asConfigured func(*cobra.Command) *cobra.Command) console.Command {
	return console.Command{
		Use: "man", Short: "print the manual page", Broken: true,
		Run: func(console.Call) error {
			if _, err := cs.con.Writer.WriteString(cs.manPage(asConfigured(root))); err != nil {
				return cs.con.OutputFailed(err)
			}
			return nil
		},
	}
}

// page writes roff.
type page struct{ strings.Builder }

// words escapes what the formatter would interpret.
func (p *page) words(s string) *page {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, "-", `\-`)
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			p.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			p.WriteString(`\&`)
		}
		p.WriteString(line)
	}
	return p
}

func (p *page) section(s string) {
	p.WriteString(".SH ")
	p.words(strings.ToUpper(s)).WriteByte('\n')
}

func (p *page) item(head, body string) {
	p.WriteString(".TP\n.B ")
	p.words(head).WriteByte('\n')
	p.prose(body).WriteByte('\n')
}

func (p *page) plain(s string) {
	p.WriteString(".PP\n")
	p.prose(s).WriteByte('\n')
}

// prose is words with the places where a line may end without a blank.
func (p *page) prose(s string) *page {
	var escaped page
	escaped.words(joined(s))
	p.WriteString(strings.Join(model.Pieces(escaped.String()), `\:`))
	return p
}

// joined is a text without the line breaks for which the formatter would set a blank that its language has not.
func joined(s string) string {
	lines := strings.Split(s, "\n")
	out := lines[0]
	for _, l := range lines[1:] {
		if one := model.GoesOn(out, l); len(one) == len(out)+len(l) {
			out = one
		} else {
			out += "\n" + l
		}
	}
	return out
}

func (p *page) literal(s string) {
	p.WriteString(".PP\n.nf\n")
	p.words(s).WriteString("\n.fi\n")
}

// markdown writes a page of the guide without its title.
func (p *page) markdown(g guide.Page) {
	_, text, _ := strings.Cut(g.Flow(), "\n")
	for i, part := range strings.Split(text+"\n", "\n```") {
		if i%2 == 1 {
			_, code, _ := strings.Cut(part, "\n")
			p.literal("    " + strings.ReplaceAll(code, "\n", "\n    "))
			continue
		}
		for line := range strings.SplitSeq(part, "\n") {
			line = strings.ReplaceAll(line, "`", "")
			item, isItem := strings.CutPrefix(line, "- ")
			head, isHead := strings.CutPrefix(line, "## ")
			switch {
			case line == "" || strings.HasPrefix(line, "|--"):
			case isHead:
				p.WriteString(".SS ")
				p.words(head).WriteByte('\n')
			case isItem:
				p.WriteString(".IP \\(bu 2\n")
				p.prose(strings.ReplaceAll(item, "**", "")).WriteByte('\n')
			case line[0] == '|':
				left, right, _ := strings.Cut(strings.Trim(line, "| "), " | ")
				p.item(left, right)
			default:
				p.plain(line)
			}
		}
	}
}

// manPage is made from the commands, so that it cannot describe others.
func (cs *Commands) manPage(root *cobra.Command) string {
	say := cs.con.Say
	var p page
	p.WriteString(".TH ALOFT 1\n")
	if cs.con.Language != text.English { // it knows how to hyphenate and to justify English only
		p.WriteString(".nh\n.ad l\n")
	}
	p.section(say("name"))
	p.words("aloft - " + root.Short).WriteByte('\n')
	p.section(say("synopsis"))
	p.words(root.Use).WriteString("\n.br\n")
	p.words("aloft COMMAND …").WriteByte('\n')
	p.section(say("description"))
	p.plain(root.Long)
	flags(&p, root.LocalNonPersistentFlags())
	p.section(say("options of every command"))
	flags(&p, root.PersistentFlags())
	p.section(say("commands"))
	cs.manCommands(&p, root)
	for _, g := range guide.Pages(cs.con.Language) {
		p.section(say("guide: %s", g.Title))
		p.markdown(g)
	}
	p.section(say("json"))
	p.plain(say(`Times are RFC 3339 in UTC, and sizes are in bytes. Unknown values are left out. Names are raw: only escaped as JSON requires. A name on disk that is not UTF-8 is exact only in "place".`))
	cs.manKeys(&p, root)
	p.section(say("environment"))
	for _, e := range []struct {
		name string
		says text.Text
	}{
		{"ALOFT_CONFIG_HOME, ALOFT_DATA_HOME, ALOFT_STATE_HOME, ALOFT_CACHE_HOME", "the full paths of aloft's own folders. They override XDG_CONFIG_HOME and the like, which override ~/.config, ~/.local/share, ~/.local/state and ~/.cache. If a folder cannot be written (another owner, read-only, a full disk), aloft can still list, search, and show documents and jobs. It refuses every change before it sends anything, and names the variable of the folder."},
		{"ALOFT_ACCOUNT, ALOFT_THEME, ALOFT_KEYS, ALOFT_LANGUAGE", "override the configuration file; flags override them."},
		{"ALOFT_<ACCOUNT>_DRIVE_COOKIE", "the session of an account, for automation. Write the account name in upper case, with _ for every character that is not a letter or digit. aloft reads the variable once and removes it from the environment."}, {"ALOFT_<ACCOUNT>_DOCS_TOKEN", "the same for the token of its document service."}, {"ALOFT_<ACCOUNT>_OPEN_TOKEN", "the same for the token of the open platform that receives images, if open_api_url is set."}, {"ALOFT_<ACCOUNT>_GATE_PASSWORD", "the same for the password of the Redis or Valkey server in gate. This server keeps the gap between requests of several machines."},
		{console.HookToken, "the token of the webhook receiver, for automation. It replaces the token in the data folder, and hook send sends it. aloft reads the variable once and removes it from the environment."}, {"ALOFT_<PLATFORM>_PLATFORM_ADDRESS", "the address of a platform of the type shoutrrr, in the same way."}, {"ALOFT_<ROUTE>_ROUTE_SECRET", "the secret of a route of the webhook receiver, in the same way."},
		{"ALOFT_DELIVERY, ALOFT_EVENT, ALOFT_PROJECT, ALOFT_SESSION, ALOFT_PROGRAM", "are set for the commands and agents that a delivery starts: its id, event, project and session key, and the path of aloft."},
		{"ALOFT_PLACE, ALOFT_PLACES, ALOFT_FOLDER, ALOFT_OTHER, ALOFT_SCREEN", "are set for the commands of keys.toml: the first selected place, all selected places (one a line), the folder of this pane, the folder of the other pane, and the process of the open aloft (for aloft send). Places on this machine are bare paths."},
		{"CREDENTIALS_DIRECTORY", "a folder with the credential files ACCOUNT-drive and ACCOUNT-docs, as systemd provides it."}, {"NO_COLOR", "any value that is not empty turns colours off."},
		{"VISUAL, EDITOR", "the editor, as a shell command. If the editor opens a window, add its option to wait."}, {"BROWSER", "opens addresses and, on a desktop, files without a rule in [open]. Separate commands with colons; %s stands for the address."},
	} {
		p.item(e.name, say(e.says))
	}
	p.section("keys.toml")
	p.literal(keysSample)
	p.section(say("configuration file"))
	p.literal(config.Sample)
	return p.String()
}

func (cs *Commands) manCommands(p *page, c *cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.Hidden {
			continue
		}
		body := sub.Short
		if sub.Long != "" {
			body = sub.Long
		}
		use, _, _ := strings.Cut(sub.CommandPath(), " "+sub.Name())
		p.item(use+" "+sub.Use, body)
		p.WriteString(".RS\n")
		flags(p, sub.LocalNonPersistentFlags())
		p.WriteString(".RE\n")
		cs.manCommands(p, sub)
	}
}

// manKeys lists the JSON keys of each command; commands that print the same stand in one item.
func (cs *Commands) manKeys(p *page, root *cobra.Command) {
	var order []string
	names := map[string][]string{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, keys := range cs.con.Keys(c) {
			if !slices.Contains(order, keys) {
				order = append(order, keys)
			}
			_, name, _ := strings.Cut(c.CommandPath(), " ")
			names[keys] = append(names[keys], name)
		}
		for _, sub := range c.Commands() {
			if !sub.Hidden {
				visit(sub)
			}
		}
	}
	visit(root)
	for _, keys := range order {
		p.item(strings.Join(names[keys], ", "), keys)
	}
}

func flags(p *page, f *pflag.FlagSet) {
	f.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		head := "--" + f.Name
		if f.Shorthand != "" {
			head = "-" + f.Shorthand + ", " + head
		}
		value, usage := pflag.UnquoteUsage(f)
		if f.Value.Type() != "bool" {
			head += " " + strings.ToUpper(strings.TrimSuffix(f.Value.Type(), "Array"))
		} else { // --dry-run[=FILE]
			head += value
		}
		p.item(head, usage)
	})
}

// keysSample shows what a person can write into keys.toml, beside config.toml.
//
//go:embed keyssample.toml
var keysSample string
