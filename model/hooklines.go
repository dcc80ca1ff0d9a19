package model

import (
	"strings"
	"unicode/utf8"

	"aloft/model/text"
)

// HookLine is a ready-made piece of shell that tells the receiver of something.
type HookLine struct {
	Name  string // for the command line: git, ci, files
	Title string
	Where string // what to do with it, a sentence
	Text  string // for sh, whole, with its last line ended
}

// HookLineOptions are what the pieces are filled in with. All of it is raw.
type HookLineOptions struct {
	URL     string // "" = DefaultHookURL
	Open    bool   // no token is asked for
	Program string // how this program is called, "" = aloft
	Project string // "" is left out
	Session string // session key, "" = one of the program's own conversations for each
	Folder  string // that the watcher looks at, "" = the current one
}

// HookLines are the ready-made pieces: a hook of git, a step of a CI job and a
// file watcher. They need sh, awk and curl. The token comes from the variable
// ALOFT_WEBHOOK_TOKEN, and where this program is, from it else; it is in no
// argument of any process.
func HookLines(c *text.Catalogue, o HookLineOptions) []HookLine {
	return []HookLine{
		{"git", c.Say(text.HookLineGit), c.Say(text.HookLineGitWhere), o.git(c)},
		{"ci", c.Say(text.HookLineCI), c.Say(text.HookLineCIWhere), o.ci(c)},
		{"files", c.Say(text.HookLineFiles), c.Say(text.HookLineFilesWhere), o.files(c)},
	}
}

// fact is a member of the payload: a command of the shell prints its value.
type fact struct{ name, command string }

func (o HookLineOptions) git(c *text.Catalogue) string {
	return head(c, text.HookLineGitWhere) + o.functions("commit", "tui:git", c.Say(text.HookLineGitPrompt), o.token(), []fact{
		{"repository", "git rev-parse --show-toplevel"},
		{"branch", "git symbolic-ref -q --short HEAD"},
		{"commit", "git rev-parse HEAD"},
		{"author", "git log -1 --format='%an <%ae>'"},
		{"message", "git log -1 --format=%B"},
	}) + "post\n"
}

func (o HookLineOptions) ci(c *text.Catalogue) string {
	first := func(names ...string) string {
		s := "''"
		for i := len(names) - 1; i >= 0; i-- {
			if s == "''" {
				s = "${" + names[i] + ":-}"
			} else {
				s = "${" + names[i] + ":-" + s + "}"
			}
		}
		return `printf '%s\n' "` + s + `"`
	}
	return head(c, text.HookLineCIWhere) + o.functions("ci", "tui:ci", c.Say(text.HookLineCIPrompt), `"${ALOFT_WEBHOOK_TOKEN:?}"`, []fact{
		{"repository", first("GITHUB_REPOSITORY", "CI_PROJECT_PATH", "GIT_URL")},
		{"branch", first("GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "GIT_BRANCH")},
		{"commit", first("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT")},
		{"job", first("GITHUB_JOB", "CI_JOB_NAME", "JOB_NAME")},
		{"run", first("GITHUB_RUN_ID", "CI_JOB_URL", "BUILD_URL")},
		{"status", first("JOB_STATUS", "CI_JOB_STATUS")},
	}) + "post\n"
}

func (o HookLineOptions) files(c *text.Catalogue) string {
	folder := o.Folder
	if folder == "" {
		folder = "."
	}
	// cd takes a folder whose name begins with a dash, or that CDPATH has too.
	return head(c, text.HookLineFilesWhere) + o.functions("files", "tui:files", c.Say(text.HookLineFilesPrompt), o.token(), []fact{
		{"folder", "pwd"},
		{"changed", `printf '%s\n' "$changed"`},
	}) + `CDPATH= cd -- ` + ShellQuote(folder) + ` || exit
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

// head is the first lines of a piece: what it is, as a comment.
func head(c *text.Catalogue, what text.Text) string {
	return "#!/bin/sh\n# " + Clean(OneLine(c.Say(what))) + "\n"
}

func (o HookLineOptions) token() string { return HookCall{Program: o.Program}.token() }

// functions are what the pieces share: json makes one JSON string of any text,
// body prints the request, post sends it. The body comes to curl on standard
// input and the token on a descriptor of its own, so that neither is bounded by
// the arguments of a process, or to be seen in them.
func (o HookLineOptions) functions(event, session, prompt, token string, facts []fact) string {
	if o.Session != "" {
		session = o.Session
	}
	var b strings.Builder
	b.WriteString(`text() { if command -v iconv >/dev/null 2>&1; then iconv -c -f UTF-8 -t UTF-8; else cat; fi; }
json() { text | LC_ALL=C awk 'BEGIN { ORS = ""; for (i = 1; i < 32; i++) e[sprintf("%c", i)] = sprintf("\\u%04x", i)
  e["\""] = "\\\""; e["\\"] = "\\\\"; print "\"" }
  { if (NR > 1) gap = gap "\\n"; n = length($0); if (n) { print gap; gap = "" }
    for (i = 1; i <= n; i++) { c = substr($0, i, 1); print ((c in e) ? e[c] : c) } }
  END { print "\"" }'; }
body() {
  printf %s `)
	begin := `{"event":` + jsonString(event) + `,"session_key":` + jsonString(session)
	if o.Project != "" {
		begin += `,"project":` + jsonString(o.Project)
	}
	begin += `,"prompt":` + jsonString(prompt) + `,"payload":{`
	for i, f := range facts {
		if i > 0 {
			begin = ","
		}
		b.WriteString(ShellQuote(begin+jsonString(f.name)+":") + "; " + f.command + " | json\n  printf %s ")
	}
	b.WriteString("'}}'\n}\n")
	const curl = "curl -sS -f -g -o /dev/null --max-time 30 --noproxy '*' "
	url := ShellQuote(HookCall{URL: o.URL}.url())
	const kind = "-H 'Content-Type: application/json' "
	if o.Open {
		b.WriteString("post() { body </dev/null | " + curl + kind + "--data-binary @- " + url + "; }\n")
	} else {
		b.WriteString("post() {\n  printf 'Authorization: Bearer %s\\n' " + token + " | {\n    body </dev/null | " +
			curl + "-H @/dev/fd/3 \\\n      " + kind + "--data-binary @- " + url + "\n  } 3<&0\n}\n")
	}
	return b.String()
}

// jsonString is a text as JSON writes it, with nothing in it that a terminal
// would not show.
func jsonString(s string) string {
	const hex = "0123456789abcdef"
	unit := func(b *strings.Builder, u rune) {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(hex[u>>shift&15])
		}
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r != utf8.RuneError && Clean(string(r)) == string(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			unit(&b, 0xd800+r>>10)
			unit(&b, 0xdc00+r&0x3ff)
		default:
			unit(&b, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
