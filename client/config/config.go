// Package config reads config.toml, the environment and the flags into one value,
// with the origin of each part.
package config

import (
	"maps"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Local is the name of the embedded account; it has no settings.
const Local = "local"

// Limits of the settings.
const (
	MinGap   = client.MinGap
	MaxGap   = 10 * time.Second
	MaxBatch = 30
	// Polls of a task: "Limits" in the document specification.
	MinPoll     = 3 * time.Second
	MaxPoll     = 5 * time.Second
	MinPageSize = 1
	MaxPageSize = 1000
)

// Defaults of the webhook receiver: "Webhook receiver" in the drive specification.
const (
	HookPort = 9111
	HookPath = "/hook"
)

// Config has all settings.
type Config struct {
	Account  string
	Accounts map[string]*Account
	UI       UI
	Reader   Reader
	Preview  Preview
	Open     map[string]*[]string // the words of the programs that open files, by extension or type
	Jobs     Jobs
	Webhook  Webhook

	// File is the path that was read, or would have been; Read says which.
	File string
	Read bool

	origins map[string]Origin
}

// Account is a named pair of services.
type Account struct {
	Name  string
	Drive *Drive // nil when not configured
	Docs  *Docs
}

// service is a part of an account: a table of its own in the file, which is called as
// the scheme of its places (model.Services).
type service struct {
	table string
	make  func(c *Config, account string)
	there func(*Account) bool
	local bool // the embedded account has one too
	// need is the setting that it requires, lacks the error of an account without the service.
	need  string
	value func(*Account) string
	lacks text.Text
	// more are further addresses that get a credential; nil = there are none.
	more func(*Account) []string
	// credential is the command that prints the one of the service, variable the end of
	// the environment variable that may have it.
	credential func(*Account) []string
	variable   string
	// flags are the settings that account add takes, the one that is required first.
	flags []AddFlag
}

// AddFlag is a setting that is given on the command line when an account is added.
type AddFlag struct {
	Name, Key string
	Value     string // what its value is called, "" where the help does not say
	Help      text.Text
}

// services are all that an account can have.
var services = []service{
	{
		table: "drive", local: true, make: func(c *Config, n string) { c.drive(n) }, there: func(a *Account) bool { return a.Drive != nil },
		need: "base_url", value: func(a *Account) string { return a.Drive.BaseURL }, lacks: "the account %s has no drive",
		more: func(a *Account) []string {
			if a.Drive.LoginURL == "" {
				return nil
			}
			return []string{a.Drive.LoginURL, a.Drive.WebOrigin} // which gives the session after a sign-in by a QR code
		},
		credential: func(a *Account) []string { return a.Drive.CredentialCommand }, variable: "DRIVE_COOKIE",
		flags: []AddFlag{
			{"drive", "base_url", "URL", "address of the drive, for instance https://drive.example"},
			{"origin", "web_origin", "", "address of its web page, sent as Origin and Referer"},
			{"login", "login_url", "URL", "address of its login service, for sign-in by QR code"},
			{"command", "credential_command", "", "command (words, or a JSON list) that prints the session"},
		},
	},
	{
		table: "docs", local: true, make: func(c *Config, n string) { c.docs(n) }, there: func(a *Account) bool { return a.Docs != nil },
		need: "endpoint", value: func(a *Account) string { return a.Docs.Endpoint }, lacks: "the account %s has no document service",
		more:       func(a *Account) []string { return []string{a.Docs.OpenAPIURL} },
		credential: func(a *Account) []string { return a.Docs.CredentialCommand }, variable: "DOCS_TOKEN",
		flags: []AddFlag{
			{"docs", "endpoint", "ENDPOINT", "endpoint of the document service (MCP), for instance https://docs.example/mcp"},
			{"auth-scheme", "auth_scheme", "", "prefix of its token: nothing (the default) or Bearer"},
			{"doc-url", "doc_url_base", "", "prefix of links to its documents"},
			{"docs-command", "credential_command", "", "command (words, or a JSON list) that prints its token"},
		},
	},
}

// serviceOf returns the service of a table.
func serviceOf(table string) (service, bool) {
	i := slices.IndexFunc(services, func(s service) bool { return s.table == table })
	if i < 0 {
		return service{}, false
	}
	return services[i], true
}

// Has reports whether an account has the service.
func (c *Config) Has(account string, of model.Scheme) bool {
	if a := c.Accounts[account]; a != nil {
		return a.Has(of)
	}
	s, ok := serviceOf(string(of))
	return ok && account == Local && s.local
}

// Has reports whether the account has the service.
func (a *Account) Has(of model.Scheme) bool {
	s, ok := serviceOf(string(of))
	return ok && s.there(a)
}

// AddFlags are those with which account add takes the settings of a service, the one that
// is required first.
func AddFlags(of model.Scheme) []AddFlag {
	s, _ := serviceOf(string(of))
	return s.flags
}

// Setting is where the account keeps a setting of a service: a *string or, for a
// command, a *[]string.
func (a *Account) Setting(of model.Scheme, key string) any {
	s, _ := serviceOf(string(of))
	return s.setting(key).of(a)
}

func (s service) setting(key string) *setting {
	is, _, _ := match([]string{"accounts", "", s.table, key})
	return is
}

// of is the field of the account.
func (s *setting) of(a *Account) any {
	return s.at(&Config{Accounts: map[string]*Account{a.Name: a}}, a.Name)
}

// Lacks is the error of an account without the service.
func Lacks(account string, of model.Scheme) error {
	s, _ := serviceOf(string(of))
	e := client.Errorf(client.KindUnsupported, "open", model.Place{}, s.lacks, account)
	if account != Local { // that one has no settings
		e.Hint, e.HintArgs = "set accounts.%s.%s.%s in config.toml", []any{account, s.table, s.need}
	}
	return e
}

// Address of a service that the account has.
func (a *Account) Address(of model.Scheme) string {
	s, _ := serviceOf(string(of))
	return s.value(a)
}

// Addresses are those of the account that get a credential; one that is not set is "".
func (a *Account) Addresses() (all []string) {
	for _, s := range services {
		all = append(all, a.AddressesOf(model.Scheme(s.table))...)
	}
	return all
}

// AddressesOf are those of one service; none if the account does not have it.
func (a *Account) AddressesOf(of model.Scheme) (all []string) {
	s, ok := serviceOf(string(of))
	if !ok || !s.there(a) {
		return nil
	}
	if all = append(all, s.value(a)); s.more != nil {
		all = append(all, s.more(a)...)
	}
	return all
}

// Credential of a service that the account has: the command that prints it, and the end
// of the environment variable that may have it.
func (a *Account) Credential(of model.Scheme) (command []string, variable string) {
	s, _ := serviceOf(string(of))
	return s.credential(a), s.variable
}

// Drive are the settings of a drive.
type Drive struct {
	BaseURL           string
	WebOrigin         string
	LoginURL          string // of sign-in by a QR code; "" = there is none
	LoginPage         string // the page that the code leads to; "" = LoginURL/scan
	LoginClient       string // client_id of the web page there
	PR                string
	PageSize          int
	Gap               time.Duration
	Gate              Gate
	Batch             int
	Connections       int      // at most so many ranges of downloads at a time
	Range             Bytes    // bytes of such a range
	Rate              Bytes    // bytes of files in a second, both ways; 0 = no limit
	DownloadHosts     []string // further hosts that get the session with downloads
	CredentialCommand []string
}

// Gate is where the processes of an account meet that keep its requests apart.
type Gate struct {
	Server            string        // redis:// or rediss://; "" = a file of this machine
	Away              time.Duration // how long requests go on without the server, at a gap of this machine's own
	CredentialCommand []string      // prints the server's password
}

// Docs are the settings of a document service.
type Docs struct {
	Endpoint              string
	AuthScheme            string
	DocURLBase            string
	OpenAPIURL            string
	ClientID              string
	OpenID                string
	OpenCredentialCommand []string
	Gap                   time.Duration
	Gate                  Gate
	Poll                  time.Duration
	CredentialCommand     []string
}

// UI are the settings of the screen.
type UI struct {
	Theme   string
	Keys    string
	Borders string
	Plain   bool // lines for a screen reader instead of panes
	// ReducedMotion shows progress in few steps.
	ReducedMotion bool
	SyncOutput    string
	Mouse         bool
	Icons         string // auto, none, unicode, nerd
	Language      string
	Confirm       string // whether a small transfer shows its plan, too
	Restore       bool   // the screen comes back as it was left
	Hidden        string // names that begin with a dot: auto (hidden on a disk), show, hide
	Counts        bool   // digits before a movement say how often it is made
}

// Reader are the settings of how documents are read on the screen.
type Reader struct {
	Width int           // of the text in cells, 0 = as wide as there is room
	Watch time.Duration // how often it is asked for changes by others, 0 = never
	// Author is who suggests edits; "" = the user of this machine (SuggestedBy).
	Author string
}

// Preview are the settings of what shows of files.
type Preview struct {
	// Command colours texts: its words, {} being the path of the file. ["auto"] is
	// bat, where it is installed; none = texts stay plain.
	Command []string
	// Images is how pictures show: "auto", "off", "kitty", "iterm2", "sixel".
	Images string
}

// Jobs are the settings of what changes something.
type Jobs struct {
	Brake model.Brake
	// Unattended are the places that may be changed where nobody is at a terminal; none =
	// all of them.
	Unattended []string
	// Background: jobs go on when the program or its terminal ends. AutoResume: jobs that a
	// crash has interrupted go on at the next start.
	Background, AutoResume bool
	SpoolMax               Bytes // what passes this machine at a time between two services
}

// Webhook are the settings of the receiver.
type Webhook struct {
	Enabled       bool
	Address       string // to listen on; a loopback one means both families
	Port          int
	Path          string
	Open          bool
	Socket        string // a socket file to listen on too
	Health        bool   // /healthz is answered
	MaxBody       Bytes  // bytes of a request
	OutputMax     Bytes  // stored bytes of a command's output
	ExecTimeout   time.Duration
	AgentTimeout  time.Duration
	Busy          string // what is done with a prompt while its session is busy
	SilentOutcome string // which outcomes of silent deliveries are posted all the same
	Background    string // how long processes live that a command leaves running
	Projects      map[string]*Project
	Platforms     map[string]*Platform
	Routes        map[string]*Route
}

// Bytes is a size; in the file it may be a string such as "10MiB".
type Bytes int64

// Project is a folder for the work of deliveries, and its agent.
type Project struct {
	Dir        string
	Agent      []string
	AgentAgain []string // of a conversation's later turns; none: as the first
	Exec       string
}

// Platform is a destination of a webhook's messages.
type Platform struct {
	Type              string
	Proactive         bool
	File              string
	Command           []string
	CredentialCommand []string // prints a shoutrrr address
}

// Route makes requests of the receiver from those of a sender that was not written for it.
type Route struct {
	Verify, Header, TimeHeader                     string
	When                                           map[string][]string
	Project, Session, Event, Prompt, Exec, WorkDir string
	Payload                                        string
	Env                                            map[string]string
	OnceBy, Overlap, Answer                        string
	Silent                                         bool
	Rate                                           int
	CredentialCommand                              []string // prints the secret
}

// Default is the configuration without any file.
func Default() *Config {
	return &Config{
		Account:  Local,
		Accounts: map[string]*Account{},
		UI: UI{
			Theme: "aloft", Keys: "default", Borders: "thin", Icons: "auto", SyncOutput: "auto",
			Mouse: true, Language: "auto", Confirm: "auto", Hidden: "auto", Restore: true,
		},
		Reader:  Reader{Watch: 30 * time.Second},
		Preview: Preview{Command: []string{"auto"}, Images: "auto"},
		Open:    map[string]*[]string{},
		Jobs:    Jobs{Background: true, SpoolMax: client.SpoolMax},
		Webhook: Webhook{
			Enabled: true, Address: "127.0.0.1", Port: HookPort, Path: HookPath, MaxBody: 10 << 20, OutputMax: 1 << 30,
			ExecTimeout: 5 * time.Minute, AgentTimeout: 30 * time.Minute, Busy: "drop", SilentOutcome: "none", Background: "receiver",
			Projects: map[string]*Project{}, Platforms: map[string]*Platform{}, Routes: map[string]*Route{},
		},
		origins: map[string]Origin{},
	}
}

// Names are the accounts, the current one first, the others in order.
func (c *Config) Names() []string {
	all := slices.AppendSeq([]string{Local}, maps.Keys(c.Accounts))
	slices.Sort(all)
	at := slices.Index(all, c.Account)
	if at > 0 {
		all = slices.Concat([]string{c.Account}, all[:at], all[at+1:])
	}
	return all
}

// Known reports whether an account of that name exists.
func (c *Config) Known(name string) bool {
	_, ok := c.Accounts[name]
	return ok || name == Local
}

// The functions below return the struct of a setting, with its defaults.

func (c *Config) account(name string) *Account {
	return of(c.Accounts, name, Account{Name: name})
}

func (c *Config) drive(name string) *Drive {
	a := c.account(name)
	if a.Drive == nil {
		a.Drive = &Drive{PR: "ucpro", LoginClient: "532", PageSize: 100, Gap: MinGap, Batch: MaxBatch, Connections: 3, Range: 10 << 20}
	}
	return a.Drive
}

func (c *Config) docs(name string) *Docs {
	a := c.account(name)
	if a.Docs == nil {
		a.Docs = &Docs{Gap: MinGap, Poll: 4 * time.Second}
	}
	return a.Docs
}

func (c *Config) opens(what string) *[]string { return of(c.Open, what, nil) }

func (c *Config) project(name string) *Project {
	return of(c.Webhook.Projects, name, Project{Exec: "on"})
}

func (c *Config) platform(name string) *Platform {
	return of(c.Webhook.Platforms, name, Platform{Proactive: true})
}

func (c *Config) route(name string) *Route {
	return of(c.Webhook.Routes, name, Route{Overlap: "queue", Answer: "accepted"})
}

func of[T any](all map[string]*T, name string, usual T) *T {
	if all[name] == nil {
		all[name] = &usual
	}
	return all[name]
}
