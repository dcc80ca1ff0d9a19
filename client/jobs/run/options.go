// Package run executes jobs: their turns, the lookups before each call, the calls,
// the Verifier, and transfers. It follows the jobs of other processes, and takes
// over those of a stopped one; whoever watches gets their events from a queue.
package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/transfer"
	"aloft/client/jobs/verify"
	"aloft/client/system"
	"aloft/model"
)

// Options configure where jobs are stored and how long things take.
type Options struct {
	Dir     string         // the folder of the job stores, made with mode 0700
	Account string         // the current account: places without one mean it
	Sources client.Sources // returns the source of a place
	Scale   float64        // scales every waiting time; 0 = 1
	Settle  time.Duration  // age at which an unclear mutation can no longer strike; 0 = 45 s
	// Gap is the current time between two requests to the source with the root, for
	// estimates; nil = 500 ms. A disk has no gap.
	Gap func(root model.Place) time.Duration
	// Slots counts all requests so far that have waited for that gap, whoever sent them, so
	// that the time of one can be told from waiting behind others; nil = nobody counts.
	Slots func(root model.Place) int
	// Asked counts the requests that this process has sent so far, to any account.
	Asked func() int
	// Service names the account of a place as its service knows it: two names of
	// the configuration may be one account. nil = each name is another account.
	Service func(root model.Place) string
	// Convert writes the file of that name in another format: "docx" before an
	// import, "md" or "txt" after an export. The notes, plain English, say what was
	// lost. nil = no conversion on this machine.
	Convert transfer.Convert
	// Cannot says why this machine cannot make a format; nil = Convert makes all.
	Cannot func(format string) error
	// Boot reads the host's boot clock, which never steps, and names it: readings
	// with the same name can be compared, also between processes. nil or the name
	// "" = there is none; after a restart the full settle time is waited then.
	Boot func() (time.Duration, string)
	// SpoolMax bounds the bytes that pass this machine at a time between two services; 0 =
	// client.SpoolMax.
	SpoolMax int64
	// Command is what this process runs, only the names of the command: other
	// processes that wait for it show it.
	Command string
	// Waits is notified of what a plan waits for; may be nil.
	Waits *client.Waits
	// Watch reports changes that other processes make to the stores, and Close ends
	// it; nil = the stores are read every second.
	Watch *system.Watch
	// Hook is called at each kill point of a job, in tests.
	Hook func(point string)

	WrapLog func(system.LogFile) system.LogFile // tests: a disk that fails
	Tune    func(verify.Times) verify.Times     // tests: break a rule of the Verifier
}
