package webhook

import (
	"log/slog"
	"time"

	"aloft/client/system"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/model/text"
)

// DefaultProject is used if no project is configured, so a request may omit its project.
const DefaultProject = "default"

// Settings are the configured settings. Zero values mean the defaults.
type Settings struct {
	Enabled      bool
	Address      string // 127.0.0.1 and ::1 when empty
	Port         int    // zero and negative: receive.DefaultPort
	Exact        bool   // that port or none, even if it is another user's
	Path         string
	Open         bool   // no token is required
	Token        string // from the environment, instead of the data folder
	MaxBody      int64
	OutputMax    int64 // bytes on disk, of one command's or agent's output
	ExecTimeout  time.Duration
	AgentTimeout time.Duration
	Busy         string
	// SilentOutcome is which outcomes of silent deliveries are posted anyway.
	SilentOutcome string
	// Background is how long processes may live that a command or agent leaves running.
	Background run.Background
	Projects   map[string]dispatch.Project // none: DefaultProject
	Platforms  map[string]platform.Setting
	Routes     map[string]receive.Setting
	Socket     string // a socket file to listen on too, "" = none
	Health     bool   // /healthz is answered
}

// Options are what a Service needs from the program.
type Options struct {
	Data     string // folder of the token
	State    string // the program's state folder
	Settings Settings
	Screen   bool          // somebody reads Events: desktop can notify, and questions can be answered
	Headless bool          // only the receiver runs: a failure to listen is final
	Delay    time.Duration // before the start, so that the first screen is not delayed
	Env      []string      // of the processes that are started
	Program  string        // path of this program
	At       string        // where to find this process: its terminal or its command; "" = unknown
	Host     string        // name of this computer; "" = unknown
	Dir      string        // the receiver's current folder
	Home     string        // for a work_dir that begins with ~; "" = unknown
	// Address returns the secret address of a platform of type shoutrrr.
	Address func(platform string) (string, error)
	// Secret returns the secret of a route, or why there is none.
	Secret func(route string) (string, error)
	// Foreign reports whether another user listens at an address and port; nil:
	// receive.Foreign.
	Foreign func(address string, port int) (uid int, foreign bool)
	// Language is what is posted to people; nil: English.
	Language *text.Catalogue
	// Watches as in the options of the store.
	Watches *system.Watches
	Log     *slog.Logger
	Now     func() time.Time
}
