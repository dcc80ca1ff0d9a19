package config

import (
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// setting is one key of the file: its field and its allowed values. A "*" in the
// path is a name chosen by the user.
type setting struct {
	path   string
	label  text.Text // what a person calls it, "" = the words of the path
	begins text.Text // the first of a table says what that is about
	limits
	at   func(c *Config, name string) any // pointer to the field
	take func(v any) (any, bool)          // converts a value of the file to the field's type
	put  func(c *Config, name string, taken any)
	get  func(c *Config, name string) any
	from since
}

// limits say what a setting may be.
type limits struct {
	want  text.Text
	args  []any
	words []string // all that it can be, none: more than can be listed
	table bool     // it is a table of names that the user chooses
}

// kind checks a decoded TOML value of a setting of type T.
type kind[T any] struct {
	limits
	take func(v any) (T, bool)
}

// table says what the table is about that begins with the setting.
func table(about text.Text, s setting) setting {
	s.begins = about
	return s
}

// row is a setting of type T with its label.
func row[T any](path string, label text.Text, k kind[T], at func(c *Config, name string) *T, from since) setting {
	return setting{path: path, label: label, limits: k.limits, from: from,
		at:   func(c *Config, name string) any { return at(c, name) },
		take: func(v any) (any, bool) { return k.take(v) },
		put:  func(c *Config, name string, taken any) { *at(c, name) = taken.(T) },
		get: func(c *Config, name string) any {
			if list, is := any(*at(c, name)).([]string); is && list == nil {
				return []string{}
			}
			return *at(c, name)
		},
	}
}

// since is when a changed value counts where the screen runs.
type since bool

const (
	start since = false // from the next start on
	now   since = true  // as soon as the file is saved
)

// texts are what check accepts; it returns what is stored.
func texts(want text.Text, check func(s string) (string, bool)) kind[string] {
	return kind[string]{limits{want: want}, func(v any) (string, bool) {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		return check(s)
	}}
}

// lists are lists of texts that check accepts, one by one.
func lists(want text.Text, check func(s string) bool) kind[[]string] {
	return kind[[]string]{limits{want: want}, func(v any) ([]string, bool) {
		list, ok := v.([]any)
		out := make([]string, len(list))
		for i, e := range list {
			s, isText := e.(string)
			out[i], ok = s, ok && isText && check(s)
		}
		return out, ok
	}}
}

func oneOf(words ...string) kind[string] {
	k := texts(text.WantOneOf, func(s string) (string, bool) { return s, slices.Contains(words, s) })
	k.args, k.words = []any{strings.Join(words, ", ")}, words
	return k
}

// icons are a word. Files of older versions have false, which meant none.
func icons() kind[string] {
	k := oneOf("auto", "none", "unicode", "nerd")
	word := k.take
	k.take = func(v any) (string, bool) {
		if on, is := v.(bool); is {
			return map[bool]string{false: "none", true: "nerd"}[on], true
		}
		return word(v)
	}
	return k
}

func intFrom(low, high int64) kind[int] {
	return kind[int]{limits{want: "a whole number from %d to %d", args: []any{low, high}}, func(v any) (int, bool) {
		n, ok := v.(int64)
		return int(n), ok && n >= low && n <= high
	}}
}

func durationFrom(low, high time.Duration) kind[time.Duration] {
	return kind[time.Duration]{limits{want: `a duration such as "%s", from %s to %s`, args: []any{model.Duration(low), model.Duration(low), model.Duration(high)}},
		func(v any) (time.Duration, bool) {
			s, _ := v.(string)
			d, err := time.ParseDuration(s)
			return d, err == nil && d >= low && d <= high
		}}
}

var (
	anyText   = texts("text", func(s string) (string, bool) { return s, true })
	yesNo     = kind[bool]{limits{want: "true or false"}, func(v any) (bool, bool) { b, ok := v.(bool); return b, ok }}
	places    = lists(`a list of places with their schemes, such as ["drive:/Inbox"]`, isPlace)
	argv      = arguments()
	address   = texts(text.WantURL, takeURL)
	linked    = texts("an address that begins with http:// or https:// and has no user or fragment", takePage)
	exactly   = texts(text.WantURL, takeExactURL)
	meeting   = texts(`"" or the address of a Redis or Valkey server such as "redis://host:6379/0" or "rediss://user@host/0"; gate_credential_command prints its password`, takeServer)
	scheme    = oneOf("", "Bearer")
	hook      = texts(`a path such as "/hook" without spaces, "?", "#", braces or "//"`, takeHookPath)
	port      = kind[int]{limits{want: "a port up to 65535; 0 or less means 9111"}, takePort}
	host      = texts(`an address of this machine such as "127.0.0.1" or "::1", without a port`, takeHost)
	hosts     = lists(`a list of hosts such as ["files.example", "10.0.0.7:8443"], without "https://" and paths`, isHost)
	path      = texts(`a path such as "body.after", "header.X-Event" or "query.name"`, takePath)
	template  = texts(`text with paths in braces, such as "push {body.after}"; write "{{" for a brace`, takeTemplate)
	values    = kind[map[string][]string]{limits{want: `a table of paths with their values, such as { "body.ref" = "refs/heads/main" }`, table: true}, takeWhen}
	variables = kind[map[string]string]{limits{want: `a table of variables and the paths of their values, such as { COMMIT = "body.after" }; PATH, HOME and the like are not allowed`, table: true}, takeVariables}
	word      = texts(`one word of letters, digits, "-" and "_"`, takeWord)
)

// settings are all keys of the contract, in the order they are shown in.
var settings = []setting{
	row("account", "default account", anyText, func(c *Config, _ string) *string { return &c.Account }, start),

	row("accounts.*.drive.base_url", "", address, func(c *Config, n string) *string { return &c.drive(n).BaseURL }, start),
	row("accounts.*.drive.web_origin", "", address, func(c *Config, n string) *string { return &c.drive(n).WebOrigin }, start),
	row("accounts.*.drive.login_url", "", address, func(c *Config, n string) *string { return &c.drive(n).LoginURL }, start),
	row("accounts.*.drive.login_page", "", linked, func(c *Config, n string) *string { return &c.drive(n).LoginPage }, start),
	row("accounts.*.drive.login_client", "", word, func(c *Config, n string) *string { return &c.drive(n).LoginClient }, start),
	row("accounts.*.drive.pr", "", word, func(c *Config, n string) *string { return &c.drive(n).PR }, start),
	row("accounts.*.drive.page_size", "", intFrom(MinPageSize, MaxPageSize), func(c *Config, n string) *int { return &c.drive(n).PageSize }, start),
	row("accounts.*.drive.gap", "", durationFrom(MinGap, MaxGap), func(c *Config, n string) *time.Duration { return &c.drive(n).Gap }, start),
	row("accounts.*.drive.gate", "", meeting, func(c *Config, n string) *string { return &c.drive(n).Gate.Server }, start),
	row("accounts.*.drive.gate_away", "", durationFrom(0, 24*time.Hour), func(c *Config, n string) *time.Duration { return &c.drive(n).Gate.Away }, start),
	row("accounts.*.drive.gate_credential_command", "", argv, func(c *Config, n string) *[]string { return &c.drive(n).Gate.CredentialCommand }, start),
	row("accounts.*.drive.batch", "", intFrom(1, MaxBatch), func(c *Config, n string) *int { return &c.drive(n).Batch }, start),
	row("accounts.*.drive.connections", "", intFrom(1, 16), func(c *Config, n string) *int { return &c.drive(n).Connections }, start),
	row("accounts.*.drive.range", "", sizeFrom(64<<10, 64<<20), func(c *Config, n string) *Bytes { return &c.drive(n).Range }, start),
	row("accounts.*.drive.rate", "", sizeFrom(0, 1<<40), func(c *Config, n string) *Bytes { return &c.drive(n).Rate }, start),
	row("accounts.*.drive.download_hosts", "", hosts, func(c *Config, n string) *[]string { return &c.drive(n).DownloadHosts }, start),
	row("accounts.*.drive.credential_command", "", argv, func(c *Config, n string) *[]string { return &c.drive(n).CredentialCommand }, start),

	row("accounts.*.docs.endpoint", "", exactly, func(c *Config, n string) *string { return &c.docs(n).Endpoint }, start),
	row("accounts.*.docs.auth_scheme", "", scheme, func(c *Config, n string) *string { return &c.docs(n).AuthScheme }, start),
	row("accounts.*.docs.doc_url_base", "", address, func(c *Config, n string) *string { return &c.docs(n).DocURLBase }, start),
	row("accounts.*.docs.open_api_url", "", address, func(c *Config, n string) *string { return &c.docs(n).OpenAPIURL }, start),
	row("accounts.*.docs.client_id", "", anyText, func(c *Config, n string) *string { return &c.docs(n).ClientID }, start),
	row("accounts.*.docs.open_id", "", anyText, func(c *Config, n string) *string { return &c.docs(n).OpenID }, start),
	row("accounts.*.docs.open_credential_command", "", argv, func(c *Config, n string) *[]string { return &c.docs(n).OpenCredentialCommand }, start),
	row("accounts.*.docs.gap", "", durationFrom(MinGap, MaxGap), func(c *Config, n string) *time.Duration { return &c.docs(n).Gap }, start),
	row("accounts.*.docs.gate", "", meeting, func(c *Config, n string) *string { return &c.docs(n).Gate.Server }, start),
	row("accounts.*.docs.gate_away", "", durationFrom(0, 24*time.Hour), func(c *Config, n string) *time.Duration { return &c.docs(n).Gate.Away }, start),
	row("accounts.*.docs.gate_credential_command", "", argv, func(c *Config, n string) *[]string { return &c.docs(n).Gate.CredentialCommand }, start),
	row("accounts.*.docs.poll", "", durationFrom(MinPoll, MaxPoll), func(c *Config, n string) *time.Duration { return &c.docs(n).Poll }, start),
	row("accounts.*.docs.credential_command", "", argv, func(c *Config, n string) *[]string { return &c.docs(n).CredentialCommand }, start),

	table("Screen: how it looks, and what it asks",
		row("ui.theme", "theme", anyText, func(c *Config, _ string) *string { return &c.UI.Theme }, now)),
	row("ui.keys", "key map", anyText, func(c *Config, _ string) *string { return &c.UI.Keys }, now),
	row("ui.borders", "borders of the panes", oneOf("none", "thin", "full"), func(c *Config, _ string) *string { return &c.UI.Borders }, now),
	row("ui.plain", "linear mode, for screen readers", yesNo, func(c *Config, _ string) *bool { return &c.UI.Plain }, start),
	row("ui.reduced_motion", "less motion", yesNo, func(c *Config, _ string) *bool { return &c.UI.ReducedMotion }, now),
	row("ui.sync_output", "draw whole frames at once", oneOf("auto", "on", "off"), func(c *Config, _ string) *string { return &c.UI.SyncOutput }, start),
	row("ui.mouse", "mouse", yesNo, func(c *Config, _ string) *bool { return &c.UI.Mouse }, now),
	row("ui.icons", "icons before names", icons(), func(c *Config, _ string) *string { return &c.UI.Icons }, now),
	row("ui.language", "language", oneOf(append([]string{"auto"}, text.Languages()...)...), func(c *Config, _ string) *string { return &c.UI.Language }, start),
	row("ui.confirm", "show plans first", oneOf("auto", "always"), func(c *Config, _ string) *string { return &c.UI.Confirm }, now),
	row("ui.restore", "restore the last session", yesNo, func(c *Config, _ string) *bool { return &c.UI.Restore }, now),
	row("ui.hidden", "hidden files", oneOf("auto", "show", "hide"), func(c *Config, _ string) *string { return &c.UI.Hidden }, now),
	row("ui.counts", "counts before keys (5j)", yesNo, func(c *Config, _ string) *bool { return &c.UI.Counts }, now),

	table("Documents: how they are read",
		row("reader.author", "author of your suggestions", anyText, func(c *Config, _ string) *string { return &c.Reader.Author }, now)),
	row("reader.watch", "look for changes every", durationFrom(0, time.Hour), func(c *Config, _ string) *time.Duration { return &c.Reader.Watch }, now),
	row("reader.width", "text width", intFrom(0, 1000), func(c *Config, _ string) *int { return &c.Reader.Width }, now),

	table("Previews: colours and pictures",
		row("preview.command", "syntax highlighter", argv, func(c *Config, _ string) *[]string { return &c.Preview.Command }, now)),
	row("preview.images", "pictures", oneOf("auto", "off", "kitty", "iterm2", "sixel"), func(c *Config, _ string) *string { return &c.Preview.Images }, now),

	table("Programs that open files",
		row("open.*", "", argv, func(c *Config, of string) *[]string { return c.opens(of) }, now)),

	table("Jobs: what continues, and what asks first",
		row("jobs.background", "jobs go on after quitting", yesNo, func(c *Config, _ string) *bool { return &c.Jobs.Background }, start)),
	row("jobs.auto_resume", "resume interrupted jobs", yesNo, func(c *Config, _ string) *bool { return &c.Jobs.AutoResume }, start),
	row("jobs.delete_brake_count", "confirm deletions of more entries than", intFrom(0, 1_000_000), func(c *Config, _ string) *int { return &c.Jobs.Brake.Count }, now),
	row("jobs.delete_brake_share", "confirm deletions of more than (per cent)", intFrom(0, 100), func(c *Config, _ string) *int { return &c.Jobs.Brake.Share }, now),
	row("jobs.spool_max", "space for transfers", sizeFrom(1<<20, 1<<50), func(c *Config, _ string) *Bytes { return &c.Jobs.SpoolMax }, start),
	row("jobs.unattended", "places that scripts may change", places, func(c *Config, _ string) *[]string { return &c.Jobs.Unattended }, start),

	table("Webhooks: who may send, and what may run",
		row("webhook.enabled", "receive webhooks", yesNo, func(c *Config, _ string) *bool { return &c.Webhook.Enabled }, now)),
	row("webhook.address", "address to listen on", host, func(c *Config, _ string) *string { return &c.Webhook.Address }, now),
	row("webhook.port", "port", port, func(c *Config, _ string) *int { return &c.Webhook.Port }, now),
	row("webhook.path", "path", hook, func(c *Config, _ string) *string { return &c.Webhook.Path }, now),
	row("webhook.open", "accept requests without a token", yesNo, func(c *Config, _ string) *bool { return &c.Webhook.Open }, now),
	row("webhook.socket", "socket file", anyText, func(c *Config, _ string) *string { return &c.Webhook.Socket }, now),
	row("webhook.health", "answer /healthz", yesNo, func(c *Config, _ string) *bool { return &c.Webhook.Health }, now),
	row("webhook.max_body", "largest request", sizeFrom(1<<10, 1<<30), func(c *Config, _ string) *Bytes { return &c.Webhook.MaxBody }, now),
	row("webhook.output_max", "output kept of a command", sizeFrom(64<<10, 1<<40), func(c *Config, _ string) *Bytes { return &c.Webhook.OutputMax }, now),
	row("webhook.exec_timeout", "time limit of commands", durationFrom(time.Second, 24*time.Hour), func(c *Config, _ string) *time.Duration { return &c.Webhook.ExecTimeout }, now),
	row("webhook.agent_timeout", "time limit of agents", durationFrom(time.Second, 24*time.Hour), func(c *Config, _ string) *time.Duration { return &c.Webhook.AgentTimeout }, now),
	row("webhook.busy", "prompts for a busy session", oneOf("drop", "queue"), func(c *Config, _ string) *string { return &c.Webhook.Busy }, now),
	row("webhook.silent_outcome", "messages of silent deliveries", oneOf("none", "failures", "all"), func(c *Config, _ string) *string { return &c.Webhook.SilentOutcome }, now),
	row("webhook.background", "processes that commands leave", oneOf("receiver", "command", "free"), func(c *Config, _ string) *string { return &c.Webhook.Background }, now),
	row("webhook.projects.*.dir", "", anyText, func(c *Config, n string) *string { return &c.project(n).Dir }, now),
	row("webhook.projects.*.agent", "", argv, func(c *Config, n string) *[]string { return &c.project(n).Agent }, now),
	row("webhook.projects.*.agent_again", "", argv, func(c *Config, n string) *[]string { return &c.project(n).AgentAgain }, now),
	row("webhook.projects.*.exec", "", oneOf("on", "ask", "off"), func(c *Config, n string) *string { return &c.project(n).Exec }, now),
	row("webhook.platforms.*.type", "", oneOf(client.PlatformTypes()...), func(c *Config, n string) *string { return &c.platform(n).Type }, now),
	row("webhook.platforms.*.proactive", "", yesNo, func(c *Config, n string) *bool { return &c.platform(n).Proactive }, now),
	row("webhook.platforms.*.file", "", anyText, func(c *Config, n string) *string { return &c.platform(n).File }, now),
	row("webhook.platforms.*.command", "", argv, func(c *Config, n string) *[]string { return &c.platform(n).Command }, now),
	row("webhook.platforms.*.credential_command", "", argv, func(c *Config, n string) *[]string { return &c.platform(n).CredentialCommand }, now),
	row("webhook.routes.*.verify", "", oneOf("github", "gitlab", "gitea", "slack", "standard", "stripe", "drone", "hmac", "token", "none"), func(c *Config, n string) *string { return &c.route(n).Verify }, now),
	row("webhook.routes.*.header", "", anyText, func(c *Config, n string) *string { return &c.route(n).Header }, now),
	row("webhook.routes.*.time_header", "", anyText, func(c *Config, n string) *string { return &c.route(n).TimeHeader }, now),
	row("webhook.routes.*.when", "", values, func(c *Config, n string) *map[string][]string { return &c.route(n).When }, now),
	row("webhook.routes.*.project", "", anyText, func(c *Config, n string) *string { return &c.route(n).Project }, now),
	row("webhook.routes.*.session", "", template, func(c *Config, n string) *string { return &c.route(n).Session }, now),
	row("webhook.routes.*.event", "", template, func(c *Config, n string) *string { return &c.route(n).Event }, now),
	row("webhook.routes.*.prompt", "", template, func(c *Config, n string) *string { return &c.route(n).Prompt }, now),
	row("webhook.routes.*.payload", "", path, func(c *Config, n string) *string { return &c.route(n).Payload }, now),
	row("webhook.routes.*.exec", "", anyText, func(c *Config, n string) *string { return &c.route(n).Exec }, now),
	row("webhook.routes.*.work_dir", "", anyText, func(c *Config, n string) *string { return &c.route(n).WorkDir }, now),
	row("webhook.routes.*.env", "", variables, func(c *Config, n string) *map[string]string { return &c.route(n).Env }, now),
	row("webhook.routes.*.once_by", "", path, func(c *Config, n string) *string { return &c.route(n).OnceBy }, now),
	row("webhook.routes.*.overlap", "", oneOf("queue", "drop", "latest", "parallel"), func(c *Config, n string) *string { return &c.route(n).Overlap }, now),
	row("webhook.routes.*.answer", "", oneOf("accepted", "outcome"), func(c *Config, n string) *string { return &c.route(n).Answer }, now),
	row("webhook.routes.*.silent", "", yesNo, func(c *Config, n string) *bool { return &c.route(n).Silent }, now),
	row("webhook.routes.*.rate", "", intFrom(0, 100_000), func(c *Config, n string) *int { return &c.route(n).Rate }, now),
	row("webhook.routes.*.credential_command", "", argv, func(c *Config, n string) *[]string { return &c.route(n).CredentialCommand }, now),
}

// Sample is the commented file of config init: every key with its default.
const Sample = `# aloft configuration. Every key is optional; what is commented out is the default.
# aloft config show --origin lists the values in force and where they come from.
# No secrets in here: aloft account login stores them.

# The default account. "local" is the embedded one.
#account = "local"

# A remote account. Its places are written work/drive:/Folder/name
#[accounts.work.drive]
#base_url = "https://drive.example"   # address of the drive; paths /1/clouddrive/... are relative to it
#web_origin = "https://web.example"   # address of its web page, sent as Origin and Referer
#login_url = "https://login.example"  # address of its login service, for sign-in by QR code
#login_page = "https://login.example/scan"   # the page that the QR code opens, with the sign-in token; default: /scan under login_url
#login_client = "532"                 # the client_id that the web page sends to login_url
#pr = "ucpro"                         # value of "pr" in every request
#page_size = 100                      # 1 to 1000
#gap = "500ms"                        # pause between two requests, never below 500ms
#gate = ""                            # "redis://host:6379/0" (rediss: with TLS): a Redis or Valkey server that keeps
                                      # the requests of several machines apart; "": only this machine uses the account
#gate_away = "0s"                     # how long this machine may read at its own gap while it cannot reach the gate server; 0s: not at all
#gate_credential_command = ["pass", "show", "redis"]   # command that prints the password of the gate server
#batch = 30                           # entries for one move or delete, 1 to 30
#connections = 3                      # parts of downloads at a time, 1 to 16
#range = "10MiB"                      # size of a part of a download, 64KiB to 64MiB
#rate = 0                             # limit for uploads and downloads together, in bytes per second, such as "2MiB"; 0: none
#download_hosts = []                  # hosts that may get the session for downloads, besides the domains of base_url
                                      # and web_origin: ["files.example", "10.0.0.7:8443"]
#credential_command = ["pass", "show", "drive"]   # command that prints the cookie as one line within 10 s

#[accounts.work.docs]
#endpoint = "https://docs.example/mcp"   # address of the service (MCP)
#auth_scheme = ""                     # prefix of its token: nothing (the default) or Bearer
#doc_url_base = "https://docs.example"   # prefix of links to its documents
#open_api_url = "https://open.example"   # the open platform
#client_id = ""                       # id at the open platform, which accepts images
#open_id = ""                         # your id at the open platform
#open_credential_command = []         # command that prints the token of the open platform
#gap = "500ms"                        # pause between two requests, never below 500ms
#gate = ""                            # means the same as for the drive
#gate_away = "0s"                     # means the same as for the drive
#gate_credential_command = []         # command that prints the password of the gate server
#poll = "4s"                          # how often to poll a task, 3s to 5s
#credential_command = ["pass", "show", "docs"]   # command that prints the token as one line within 10 s

#[ui]
#theme = "aloft"                      # colours; aloft theme ls lists them
#keys = "default"                     # default, mc or arrows; single keys: keys.toml
#borders = "thin"                     # lines around the panes: none, thin, full
#plain = false                        # true: changes are printed as lines, for screen readers (aloft --plain)
#reduced_motion = false               # true: progress moves every ten seconds, not five times a second
#sync_output = "auto"                 # draw whole frames at once: auto, on, off
#mouse = true                         # false: the terminal selects text itself
#icons = "auto"                       # before each name: none, unicode or nerd (with a Nerd Font); auto is unicode where the terminal can show it
#language = "auto"                    # language of aloft; auto: from the environment
#confirm = "auto"                     # auto: large moves, copies, imports and exports show their plan first; always: all do
#restore = true                       # restore the screen as you left it: places, tabs, panels, the document you read
#hidden = "auto"                      # names that begin with a dot: show, hide; auto: hide on a disk only
#counts = false                       # true: 5j, 10k, 20G as in vim; the keys 1 to 5 of the panels then wait half a second

#[reader]
#author = ""                          # author of your suggestions; empty: your user name
#watch = "30s"                        # how often to check for changes by others while you read, at least 5s; "0s": never
#width = 0                            # width of a document's text in columns, at least 20; 0: full width

#[preview]
# The command that colours text: ["auto"] is bat or batcat if installed, [] is none. It
# reads the text from stdin; {} is the path of the file: ["highlight", "-O", "ansi",
# "{}"]. Only its colours are used; it gets one second and 256 KiB of a file.
#command = ["auto"]
#images = "auto"                      # pictures: auto (if the terminal is on this machine and can show them), off, kitty, iterm2 or sixel

#[open]
# The programs with which Enter opens files, by extension or type. {} is the path of the file; without {},
# the path is the last argument. No shell is used. A program has the terminal until it ends; one with "&"
# at the end runs beside aloft. Without a rule, the viewer opens text, and the desktop, if there is one,
# opens every other file.
#pdf = ["zathura", "{}", "&"]         # an extension
# "image/*" = ["feh", "{}", "&"] is for all images, "image/png" for one type, "*" for everything else.

#[jobs]
# Running jobs go on in the background after the terminal closes or aloft quits.
# false: the jobs are paused, for hosts that end such processes.
#background = true
# At the next start, jobs that a crash or a restart interrupted resume automatically.
#auto_resume = false
# To delete more entries than this (a folder is one), or a larger share of a folder or of
# the recycle bin (if over 10 entries), type their number; in a script, give --max-delete.
#delete_brake_count = 0               # 0: no limit
#delete_brake_share = 0               # per cent; 0: no limit
# Transfers between services use at most this much of this machine's disk at a time, and
# leave a tenth of the disk free.
#spool_max = "2GiB"
# Without a terminal (cron, hooks, agents), aloft changes only these places, as in
# ["drive:/Inbox", "work/docs:/Reports", "disk:/srv/out"]; []: everything.
#unattended = []

#[webhook]
#enabled = true                       # receive webhooks while aloft runs
#address = "127.0.0.1"                # a loopback address covers IPv4 and IPv6; others need a token
#port = 9111                          # if another user has it, aloft picks a free port and keeps it
#path = "/hook"                       # path that receives webhooks
#open = false                         # true: ask for no token
#socket = ""                          # listen on this socket file, too (for this user only)
#health = false                       # true: answer /healthz on this machine
#max_body = "10MiB"                   # limit for a request, at most 1GiB
#output_max = "1GiB"                  # how much of a command's output is kept
#exec_timeout = "5m"                  # limit for a command, at most 24h
#agent_timeout = "30m"                # limit for an agent, at most 24h
#busy = "drop"                        # a prompt if a session is busy: drop, queue
#silent_outcome = "none"              # what a silent delivery posts: none, failures, all
#background = "receiver"              # when processes left by a command end: with the receiver, with the command, or never (free)

#[webhook.projects.site]
#dir = "~/src/site"                   # where its commands and its agent run
#agent = ["claude", "-p", "--session-id", "{conversation}"]   # the command that handles prompts; without one, prompts are only messages
#agent_again = ["claude", "-p", "--resume", "{conversation}"] # command for the later turns of a conversation
#exec = "on"                          # commands: on, ask, off

#[webhook.platforms.phone]            # the name in session keys: phone:alerts
#type = "shoutrrr"                    # tui, log, command, desktop, shoutrrr
#proactive = true                     # false: switched off
#file = ""                            # log: the file, by default in the state folder; at 8 MiB it becomes FILE.1
#command = []                         # command: it reads each message from standard input, with ALOFT_SESSION, ALOFT_EVENT,
                                      # ALOFT_KIND, ALOFT_PROJECT and ALOFT_DELIVERY in the environment; it may run for 30 s
#credential_command = ["pass", "show", "phone"]   # shoutrrr: command that prints the address, instead of aloft hook login phone

# A route accepts requests of other programs in their own form: POST http://127.0.0.1:9111/hook/r/deploy
# Its secret: aloft hook login deploy. Paths name values: body.a.b, body.list.0, header.NAME, query.NAME.
#[webhook.routes.deploy]
#verify = "github"                    # github, gitlab, gitea, slack, standard, stripe, drone, hmac, token, none
#header = ""                          # hmac: the header of the signature; default X-Signature
#time_header = ""                     # hmac: the header with the time; the signature then covers "TIME:" and the body
#when = { "header.X-GitHub-Event" = "push", "body.ref" = ["refs/heads/main", "refs/heads/rel-*"] }   # other requests are ignored
#project = "site"
#session = "tui:deploy"               # text with paths in braces, as in "tui:{body.repository.name}"
#event = "push {body.after}"          # the same
#prompt = ""                          # text with paths in braces, for the agent
#payload = ""                         # what to add to the prompt: "body" or a part of it
#exec = "make deploy"                 # a command to run instead of a prompt; it gets data of the request only through env
#work_dir = ""                        # where the command runs; default: the project's folder
#env = { COMMIT = "body.after" }      # its variables
#once_by = ""                         # path of the value that identifies a delivery, so that it runs only once; verify has a default; if the signature has a time, the value must be in the body
#overlap = "queue"                    # deliveries while a command runs: queue, drop, latest (only the last one waits), parallel
#answer = "accepted"                  # accepted: answer at once; outcome: wait up to 8 s, then answer with state and output
#silent = false                       # true: no messages
#rate = 0                             # requests a minute, 0: any number; others get 429
#credential_command = []              # command that prints the secret, instead of aloft hook login
`

// secretNames are keys under which people try to put a secret.
var secretNames = []string{
	"cookie", "cookies", "drive_cookie", "token", "docs_token", "access_token", "auth_token",
	"password", "passwd", "secret", "client_secret", "credential", "credentials", "session", "api_key", "apikey",
}

// addressNames are keys under which people try to put a platform's address, which
// contains a secret.
var addressNames = []string{"url", "urls", "address", "addresses", "service", "webhook"}

// match finds the setting of a path and the user's name in it. partial: the path is
// a table with settings.
func match(path []string) (s *setting, name string, partial bool) {
	for i := range settings {
		parts := strings.Split(settings[i].path, ".")
		n, ok := "", len(path) <= len(parts)
		for j := 0; ok && j < len(path); j++ {
			if parts[j] == "*" {
				n = path[j]
			} else if parts[j] != path[j] {
				ok = false
			}
		}
		if !ok {
			continue
		}
		if len(path) == len(parts) {
			return &settings[i], n, false
		}
		partial = true
	}
	return nil, "", partial
}

// nearest is the known key most similar to an unknown path, "" when none is
// similar. Only the first part that is wrong is compared.
func nearest(path []string) string {
	best, least := "", 4
	for depth := range path {
		if found, _, partial := match(path[:depth+1]); found != nil || partial {
			continue // correct so far
		}
		for i := range settings {
			parts := strings.Split(settings[i].path, ".")
			if depth >= len(parts) || !samePrefix(parts[:depth], path[:depth]) || parts[depth] == "*" {
				continue
			}
			if d := model.Slips(parts[depth], path[depth]); d > 0 && d < least && d <= len(parts[depth])/2+1 {
				least = d
				best = printPath(append(slices.Clone(path[:depth]), parts[depth]))
			}
		}
		if best != "" {
			return best
		}
	}
	// Perhaps the right key in the wrong table.
	last := path[len(path)-1]
	for i := range settings {
		if settings[i].path[strings.LastIndexByte(settings[i].path, '.')+1:] == last {
			return settings[i].path
		}
	}
	return ""
}

func samePrefix(parts, path []string) bool {
	for i := range parts {
		if parts[i] != "*" && parts[i] != path[i] {
			return false
		}
	}
	return true
}
