package dispatch

import (
	"time"

	"aloft/client/webhook/run"
)

// What a project does with commands.
const (
	ExecOn  = "on"
	ExecAsk = "ask"
	ExecOff = "off"
)

// What is done with a prompt whose session is busy.
const (
	BusyDrop  = "drop" // with a notice: "Work after acceptance" in the drive specification
	BusyQueue = "queue"
)

// Which outcomes of a silent delivery are posted anyway.
const (
	OutcomeNone     = "none"
	OutcomeFailures = "failures"
	OutcomeAll      = "all"
)

// Default limits: "Limits" in the drive specification.
const (
	defaultExec  = 5 * time.Minute
	defaultAgent = 30 * time.Minute
)

// Project is a folder for work, and its agent.
type Project struct {
	Dir        string   // of the agent, and of commands without work_dir
	Agent      []string // argv of the first turn; none: a prompt is only a message
	AgentAgain []string // argv of later turns; none means as the first
	Exec       string
}

// Rules are the settings of the work. They are not changed once the Dispatcher has
// them.
type Rules struct {
	Exec, Agent         time.Duration // limits, 0 = the defaults
	OutputMax           int64
	Busy, SilentOutcome string
	Background          run.Background
	Projects            map[string]Project
	Platforms           Platforms
	Here                func(session string) bool // its platform is the program's own conversations
}

// despite reports whether the outcome of a silent delivery is posted anyway.
func (r *Rules) despite(bad bool) bool {
	return r.SilentOutcome == OutcomeAll || bad && r.SilentOutcome == OutcomeFailures
}
