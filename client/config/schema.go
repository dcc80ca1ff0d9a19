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
	path string
	kind kind
	at   func(c *Config, name string) any // pointer to the field
}

// kind checks a decoded TOML value and says what is allowed.
type kind struct {
	want text.Text
	args []any
	// take converts the value in the file to the field's type.
	take func(v any) (any, bool)
}

func oneOf(words ...string) kind {
	return kind{text.WantOneOf, []any{strings.Join(words, ", ")}, func(v any) (any, bool) {
		s, ok := v.(string)
		return s, ok && slices.Contains(words, s)
	}}
}

func intFrom(low, high int64) kind {
	return kind{"a whole number from %d to %d", []any{low, high}, func(v any) (any, bool) {
		n, ok := v.(int64)
		return int(n), ok && n >= low && n <= high
	}}
}

func durationFrom(low, high time.Duration) kind {
	return kind{`a duration such as "%s", from %s to %s`, []any{model.Duration(low), model.Duration(low), model.Duration(high)}, func(v any) (any, bool) {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		d, err := time.ParseDuration(s)
		return d, err == nil && d >= low && d <= high
	}}
}

var (
	anyText = kind{"a text", nil, func(v any) (any, bool) { s, ok := v.(string); return s, ok }}
	yesNo   = kind{"true or false", nil, func(v any) (any, bool) { b, ok := v.(bool); return b, ok }}
	places  = kind{`a list of places with their schemes, such as ["drive:/Inbox"]`, nil, takePlaces}
	argv    = kind{"a list of texts, the program first", nil, takeStrings}
	address = kind{text.WantURL, nil, takeURL}
	exactly = kind{text.WantURL, nil, takeExactURL}
	scheme  = oneOf("", "Bearer")
	hook    = kind{`a path such as "/hook" without spaces, "?", "#", braces or "//"`, nil, takeHookPath}
	port    = kind{"a port up to 65535; 0 and less stand for 9111", nil, takePort}
	host    = kind{`an address of this machine such as "127.0.0.1" or "::1", without a port`, nil, takeHost}
	word    = kind{`one word of letters, digits, "-" and "_"`, nil, takeWord}
)

// settings are all keys of the contract, in the order they are shown in.
var settings = []setting{
	{"account", anyText, func(c *Config, _ string) any { return &c.Account }},

	{"accounts.*.drive.base_url", address, func(c *Config, n string) any { return &c.drive(n).BaseURL }},
	{"accounts.*.drive.web_origin", address, func(c *Config, n string) any { return &c.drive(n).WebOrigin }},
	{"accounts.*.drive.pr", word, func(c *Config, n string) any { return &c.drive(n).PR }},
	{"accounts.*.drive.page_size", intFrom(MinPageSize, MaxPageSize), func(c *Config, n string) any { return &c.drive(n).PageSize }},
	{"accounts.*.drive.gap", durationFrom(MinGap, MaxGap), func(c *Config, n string) any { return &c.drive(n).Gap }},
	{"accounts.*.drive.batch", intFrom(1, MaxBatch), func(c *Config, n string) any { return &c.drive(n).Batch }},
	{"accounts.*.drive.credential_command", argv, func(c *Config, n string) any { return &c.drive(n).CredentialCommand }},

	{"accounts.*.docs.endpoint", exactly, func(c *Config, n string) any { return &c.docs(n).Endpoint }},
	{"accounts.*.docs.auth_scheme", scheme, func(c *Config, n string) any { return &c.docs(n).AuthScheme }},
	{"accounts.*.docs.doc_url_base", address, func(c *Config, n string) any { return &c.docs(n).DocURLBase }},
	{"accounts.*.docs.open_api_url", address, func(c *Config, n string) any { return &c.docs(n).OpenAPIURL }},
	{"accounts.*.docs.client_id", anyText, func(c *Config, n string) any { return &c.docs(n).ClientID }},
	{"accounts.*.docs.open_id", anyText, func(c *Config, n string) any { return &c.docs(n).OpenID }},
	{"accounts.*.docs.open_credential_command", argv, func(c *Config, n string) any { return &c.docs(n).OpenCredentialCommand }},
	{"accounts.*.docs.gap", durationFrom(MinGap, MaxGap), func(c *Config, n string) any { return &c.docs(n).Gap }},
	{"accounts.*.docs.poll", durationFrom(MinPoll, MaxPoll), func(c *Config, n string) any { return &c.docs(n).Poll }},
	{"accounts.*.docs.credential_command", argv, func(c *Config, n string) any { return &c.docs(n).CredentialCommand }},

	{"ui.theme", anyText, func(c *Config, _ string) any { return &c.UI.Theme }},
	{"ui.keys", anyText, func(c *Config, _ string) any { return &c.UI.Keys }},
	{"ui.borders", oneOf("none", "thin", "full"), func(c *Config, _ string) any { return &c.UI.Borders }},
	{"ui.sync_output", oneOf("auto", "on", "off"), func(c *Config, _ string) any { return &c.UI.SyncOutput }},
	{"ui.mouse", yesNo, func(c *Config, _ string) any { return &c.UI.Mouse }},
	{"ui.icons", yesNo, func(c *Config, _ string) any { return &c.UI.Icons }},
	{"ui.language", oneOf(append([]string{"auto"}, text.Languages()...)...), func(c *Config, _ string) any { return &c.UI.Language }},
	{"ui.confirm", oneOf("auto", "always"), func(c *Config, _ string) any { return &c.UI.Confirm }},

	{"jobs.background", yesNo, func(c *Config, _ string) any { return &c.Jobs.Background }},
	{"jobs.auto_resume", yesNo, func(c *Config, _ string) any { return &c.Jobs.AutoResume }},
	{"jobs.delete_brake_count", intFrom(0, 1_000_000), func(c *Config, _ string) any { return &c.Jobs.Brake.Count }},
	{"jobs.delete_brake_share", intFrom(0, 100), func(c *Config, _ string) any { return &c.Jobs.Brake.Share }},
	{"jobs.unattended", places, func(c *Config, _ string) any { return &c.Jobs.Unattended }},

	{"webhook.enabled", yesNo, func(c *Config, _ string) any { return &c.Webhook.Enabled }},
	{"webhook.address", host, func(c *Config, _ string) any { return &c.Webhook.Address }},
	{"webhook.port", port, func(c *Config, _ string) any { return &c.Webhook.Port }},
	{"webhook.path", hook, func(c *Config, _ string) any { return &c.Webhook.Path }},
	{"webhook.open", yesNo, func(c *Config, _ string) any { return &c.Webhook.Open }},
	{"webhook.max_body", sizeFrom(1<<10, 1<<30), func(c *Config, _ string) any { return &c.Webhook.MaxBody }},
	{"webhook.output_max", sizeFrom(64<<10, 1<<40), func(c *Config, _ string) any { return &c.Webhook.OutputMax }},
	{"webhook.exec_timeout", durationFrom(time.Second, 24*time.Hour), func(c *Config, _ string) any { return &c.Webhook.ExecTimeout }},
	{"webhook.agent_timeout", durationFrom(time.Second, 24*time.Hour), func(c *Config, _ string) any { return &c.Webhook.AgentTimeout }},
	{"webhook.busy", oneOf("drop", "queue"), func(c *Config, _ string) any { return &c.Webhook.Busy }},
	{"webhook.silent_outcome", oneOf("none", "failures", "all"), func(c *Config, _ string) any { return &c.Webhook.SilentOutcome }},
	{"webhook.background", oneOf("receiver", "command", "free"), func(c *Config, _ string) any { return &c.Webhook.Background }},
	{"webhook.projects.*.dir", anyText, func(c *Config, n string) any { return &c.project(n).Dir }},
	{"webhook.projects.*.agent", argv, func(c *Config, n string) any { return &c.project(n).Agent }},
	{"webhook.projects.*.agent_again", argv, func(c *Config, n string) any { return &c.project(n).AgentAgain }},
	{"webhook.projects.*.exec", oneOf("on", "ask", "off"), func(c *Config, n string) any { return &c.project(n).Exec }},
	{"webhook.platforms.*.type", oneOf(client.PlatformTypes()...), func(c *Config, n string) any { return &c.platform(n).Type }},
	{"webhook.platforms.*.proactive", yesNo, func(c *Config, n string) any { return &c.platform(n).Proactive }},
	{"webhook.platforms.*.file", anyText, func(c *Config, n string) any { return &c.platform(n).File }},
	{"webhook.platforms.*.command", argv, func(c *Config, n string) any { return &c.platform(n).Command }},
	{"webhook.platforms.*.credential_command", argv, func(c *Config, n string) any { return &c.platform(n).CredentialCommand }},
}

// Sample is the commented file of config init: every key with its default.
const Sample = `# aloft configuration. Every key is optional; what is commented out is the default.
# aloft config show --origin tells what is in force, and why.
# No secrets in here: aloft account login stores them.

# The account that is used when none is named. "local" is the embedded one.
#account = "local"

# A remote account. Its places are written work/drive:/Folder/name
#[accounts.work.drive]
#base_url = "https://drive.example"   # paths /1/clouddrive/... are relative to it
#web_origin = "https://web.example"   # sent as Origin and Referer
#pr = "ucpro"
#page_size = 100                      # 1 to 1000
#gap = "500ms"                        # pause between two requests, never below 500ms
#batch = 30                           # entries for one move or delete, 1 to 30
#credential_command = ["pass", "show", "drive"]   # prints the cookie, one line, within 10 s

#[accounts.work.docs]
#endpoint = "https://docs.example/mcp"
#auth_scheme = ""                     # "" (bare token) or "Bearer"
#doc_url_base = "https://docs.example"
#open_api_url = "https://open.example"
#client_id = ""
#open_id = ""
#open_credential_command = []
#gap = "500ms"
#poll = "4s"                          # 3s to 5s
#credential_command = ["pass", "show", "docs"]

#[ui]
#theme = "terminal"                   # aloft theme ls
#keys = "default"                     # default, mc or arrows; single keys: keys.toml
#borders = "thin"                     # none, thin, full
#sync_output = "auto"                 # auto, on, off
#mouse = true
#icons = false
#language = "auto"
#confirm = "auto"                     # auto: large moves, copies, imports and exports show their plan first; always: all of them

#[jobs]
# Running jobs go on in the background when the terminal goes away or the screen is quit.
# false, for hosts that end such processes: the jobs are paused.
#background = true
# Jobs that a crash or a restart has interrupted go on at the next start by themselves.
#auto_resume = false
# A deletion of more than so many entries (a folder is one), or of more than so many per
# cent of a folder or of the recycle bin where more than 10 go, is made only after the
# number is typed, in a script only with --max-delete.
#delete_brake_count = 0               # 0: any number
#delete_brake_share = 0               # per cent; 0: all of a folder
# Without a terminal (cron, hooks, agents) only what is in these places is changed, as in
# ["drive:/Inbox", "work/docs:/Reports", "disk:/srv/out"]; []: everything.
#unattended = []

#[webhook]
#enabled = true
#address = "127.0.0.1"                # of loopback both families; others need a token
#port = 9111                          # another user's: a free one instead, kept to
#path = "/hook"
#open = false                         # true: no token is asked for
#max_body = "10MiB"                   # of a request, at most 1GiB
#output_max = "1GiB"                  # of a command's output that is kept
#exec_timeout = "5m"                  # of a command, at most 24h
#agent_timeout = "30m"                # of an agent, at most 24h
#busy = "drop"                        # a prompt for a busy session: drop, queue
#silent_outcome = "none"              # what a silent delivery posts: none, failures, all
#background = "receiver"              # what a command leaves running ends with the: receiver, command; free: as it likes

#[webhook.projects.site]
#dir = "~/src/site"
#agent = ["claude", "-p", "--session-id", "{conversation}"]   # none: prompts wait in the inbox
#agent_again = ["claude", "-p", "--resume", "{conversation}"] # later turns of a conversation
#exec = "on"                          # commands: on, ask, off

#[webhook.platforms.phone]            # the name in session keys: phone:alerts
#type = "shoutrrr"                    # tui, log, command, desktop, shoutrrr
#proactive = true                     # false: nothing runs for it
#file = ""                            # log: where to, else one in the state folder; at 8 MiB it becomes FILE.1
#command = []                         # command: each message is its standard input, ALOFT_SESSION, ALOFT_EVENT,
                                      # ALOFT_KIND, ALOFT_PROJECT and ALOFT_DELIVERY are in its environment; 30 s at most
#credential_command = ["pass", "show", "phone"]   # shoutrrr: prints the address, else aloft hook login phone
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
