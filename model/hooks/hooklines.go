package hooks

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"aloft/model"
	"aloft/model/text"
)

// HookLine is a ready-made shell snippet that notifies the receiver.
type HookLine struct {
	Name  string // for the command line: curl, git, ci, files, or a sender
	Title string
	Where string // what to do with it, a sentence
	Next  string // the same in a few words
	Text  string // for sh, or of a sender what to paste where; whole, with its last line ended
}

// HookLineOptions fill in the snippets. All of it is raw.
type HookLineOptions struct {
	URL     string // "" = DefaultHookURL
	Open    bool   // no token is asked for
	Program string // how this program is called, "" = aloft
	Project string // "" is left out
	Session string // session key, "" = one of the program's own conversations for each
	Folder  string // that the watcher watches and routes run in, "" = the current one, and for routes an example
}

// HookLines are the ready-made snippets: a request by curl, a git hook, a step of a CI job and a file
// watcher, and routes for senders that were not written for the receiver. The first four need sh, awk and curl. The token comes from the variable
// ALOFT_WEBHOOK_TOKEN, or else from this program where it is installed; it is in no
// argument of any process.
func HookLines(c *text.Catalogue, o HookLineOptions) []HookLine {
	out := []HookLine{
		{"curl", c.Say("one request, to try it"), c.Say(text.HookLineCurlWhere), c.Say("paste it into a shell"), o.curl()},
		{"git", c.Say("a commit in git"), c.Say(text.HookLineGitWhere), c.Say("save as the hook, chmod +x"), o.git(c)},
		{"ci", c.Say("a step of a CI job"), c.Say(text.HookLineCIWhere), c.Say("make it a step of the job"), o.ci(c)},
		{"files", c.Say("files that change"), c.Say(text.HookLineFilesWhere), c.Say("run it with sh"), o.files(c)},
	}
	for _, s := range senders {
		out = append(out, s.lines(c, o))
	}
	return out
}

// fact is a member of the payload: a shell command prints its value.
type fact struct{ name, command string }

// piece is what differs between the snippets.
type piece struct {
	event, session string
	prompt         string // a shell command that prints it
	token          string // a shell word
	most           int    // seconds that sending may take
	facts          []fact
}

// A commit never waits long for a receiver that does not answer.
const (
	maxCommit = 5
	maxPost   = 30
)

// curl is one request that runs a command.
func (o HookLineOptions) curl() string {
	body := `{"session_key":` + jsonString(cmp.Or(o.Session, "tui:curl"))
	if o.Project != "" {
		body += `,"project":` + jsonString(o.Project)
	}
	body += `,"event":"curl","exec":"date"}`
	return HookCall{URL: o.URL, Open: o.Open, Program: o.Program, Body: []byte(body)}.Curl()
}

func (o HookLineOptions) git(c *text.Catalogue) string {
	prompt := "git log -1 --format=" + ShellQuote(c.Say("A commit was made: %s", "%s")) // git fills in the subject
	return head(c, text.HookLineGitWhere) + o.functions(c, piece{"commit", "tui:git", prompt, o.token(), maxCommit, []fact{
		{"repository", "git rev-parse --show-toplevel"},
		{"branch", "git symbolic-ref -q --short HEAD"},
		{"commit", "git rev-parse HEAD"},
		{"author", "git log -1 --format='%an <%ae>'"},
		{"message", "git log -1 --format=%B"},
	}}) + "post\n"
}

func (o HookLineOptions) ci(c *text.Catalogue) string {
	first := func(names ...string) string {
		s := ""
		for _, name := range slices.Backward(names) {
			s = "${" + name + ":-" + s + "}"
		}
		return `printf '%s\n' "` + s + `"`
	}
	need := ""
	if !o.Open {
		need = ": \"${ALOFT_WEBHOOK_TOKEN:?}\"\n"
	}
	return head(c, text.HookLineCIWhere) + need + o.functions(c, piece{"ci", "tui:ci", printed(c, "A CI job has ended."), `"$ALOFT_WEBHOOK_TOKEN"`, maxPost, []fact{
		{"repository", first("GITHUB_REPOSITORY", "CI_PROJECT_PATH", "GIT_URL")},
		{"branch", first("GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "GIT_BRANCH")},
		{"commit", first("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT")},
		{"job", first("GITHUB_JOB", "CI_JOB_NAME", "JOB_NAME")},
		{"run", first("GITHUB_RUN_ID", "CI_JOB_URL", "BUILD_URL")},
		{"status", first("JOB_STATUS", "CI_JOB_STATUS")},
	}}) + "post\n"
}

func (o HookLineOptions) files(c *text.Catalogue) string {
	folder := cmp.Or(o.Folder, ".")
	// -- for a folder whose name begins with a dash, CDPATH= for a relative one
	// that CDPATH also has.
	return head(c, text.HookLineFilesWhere) + o.functions(c, piece{"files", "tui:files", printed(c, "Files have changed."), o.token(), maxPost, []fact{
		{"folder", "pwd"},
		{"changed", `printf '%s\n' "$changed"`},
	}}) + `CDPATH= cd -- ` + ShellQuote(folder) + ` || exit
stamp() { mktemp "${TMPDIR:-/tmp}/aloft-stamp.XXXXXX"; }
old=$(stamp) && new=$(stamp) || exit
trap 'rm -f "$old" "$new"' EXIT
trap 'exit 1' HUP INT TERM
while sleep 2; do
  touch "$new"
  changed=$(find . -type f -newer "$old" ! -path './.git/*' ! -name 'aloft-stamp.*' | sort)
  last=$old old=$new new=$last
  [ -z "$changed" ] || post
done
`
}

// head is the first lines of a snippet: what it is, as a comment.
func head(c *text.Catalogue, what text.Text) string {
	return "#!/bin/sh\n# " + model.Clean(model.OneLine(c.Say(what))) + "\n"
}

// token is the shell word that expands to the token. A snippet is kept for long:
// when the program is no longer where it was, such as the binary of "go run", the
// one in PATH is called.
func (o HookLineOptions) token() string {
	if !strings.Contains(o.Program, "/") {
		return HookCall{Program: o.Program}.token()
	}
	return `"${ALOFT_WEBHOOK_TOKEN:-$(p=` + ShellQuote(o.Program) + `; [ -x "$p" ] || p=aloft; "$p" hook token)}"`
}

// printed is the command that prints a fixed text.
func printed(c *text.Catalogue, t text.Text) string {
	return `printf '%s\n' ` + ShellQuote(c.Say(t))
}

// functions are what the snippets share: json makes a JSON string of any text, body
// prints the request, post sends it and prints one line when that failed. curl
// reads the body from standard input and the token from another descriptor, so that
// neither is limited by the size of a process's arguments or visible in them.
func (o HookLineOptions) functions(c *text.Catalogue, p piece) string {
	var b strings.Builder
	b.WriteString(`text() { if command -v iconv >/dev/null 2>&1; then iconv -c -f UTF-8 -t UTF-8; else cat; fi; }
json() { text | LC_ALL=C awk 'BEGIN { ORS = ""; for (i = 1; i < 32; i++) e[sprintf("%c", i)] = sprintf("\\u%04x", i)
  e["\""] = "\\\""; e["\\"] = "\\\\"; print "\"" }
  { if (NR > 1) gap = gap "\\n"; n = length($0); if (n) { print gap; gap = "" }
    for (i = 1; i <= n; i++) { c = substr($0, i, 1); print ((c in e) ? e[c] : c) } }
  END { print "\"" }'; }
body() {
  printf %s `)
	begin := `{"event":` + jsonString(p.event) + `,"session_key":` + jsonString(cmp.Or(o.Session, p.session))
	if o.Project != "" {
		begin += `,"project":` + jsonString(o.Project)
	}
	b.WriteString(ShellQuote(begin+`,"prompt":`) + "; " + p.prompt + " | json\n  printf %s ")
	begin = `,"payload":{`
	for i, f := range p.facts {
		if i > 0 {
			begin = ","
		}
		b.WriteString(ShellQuote(begin+jsonString(f.name)+":") + "; " + f.command + " | json\n  printf %s ")
	}
	b.WriteString("'}}'\n}\n")
	curl := "curl -sS -f -g -o /dev/null --max-time " + strconv.Itoa(p.most) + " --noproxy '*' "
	url := ShellQuote(HookCall{URL: o.URL}.url())
	const kind = "-H 'Content-Type: application/json' "
	if o.Open {
		b.WriteString("send() { body </dev/null | " + curl + kind + "--data-binary @- " + url + "; }\n")
	} else {
		b.WriteString("send() {\n  printf 'Authorization: Bearer %s\\n' " + p.token + " | {\n    body </dev/null | " +
			curl + "-H @/dev/fd/3 \\\n      " + kind + "--data-binary @- " + url + "\n  } 3<&0\n}\n")
	}
	b.WriteString("post() { said=$(send 2>&1) || { printf '%s %s\\n' " + ShellQuote(c.Say("could not notify aloft:")) + ` "$said" >&2; return 1; }; }` + "\n")
	return b.String()
}

// jsonString is a text as a JSON string, with nothing in it that a terminal would
// not show.
func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r != utf8.RuneError && model.Clean(string(r)) == string(r):
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}
