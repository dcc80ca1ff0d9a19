// Package run runs jobs: their turns, the look-ups before each call, the calls, the
// Verifier, and transfers. It follows the jobs of other processes, and takes over
// those of a stopped one.
package run

import (
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/jobs/transfer"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// Options say where jobs live and how long things take.
type Options struct {
	Dir     string         // the folder of the job stores, made with mode 0700
	Account string         // the current account: places without one mean it
	Sources client.Sources // finds the source of a place
	Scale   float64        // scales every waiting time; 0 = 1
	Settle  time.Duration  // age at which an unclear mutation can no longer strike; 0 = 45 s
	// Gap is the time between two requests to the source with the root at present,
	// for estimates; nil = 500 ms. On disk there is none.
	Gap func(root model.Place) time.Duration
	// Service names the account of a place as its service knows it: two names of
	// the configuration may stand for one. nil = each name is another account.
	Service func(root model.Place) string
	// Convert writes the file of that name as one of another format: "docx" before
	// an import, "md" or "txt" after an export. The notes, plain English, say what
	// was not kept. nil = nothing can be converted on this machine.
	Convert transfer.Convert
	// Boot reads the host's boot clock, which never steps, and names it: readings
	// of one name can be compared, also of different processes. nil or the name
	// "" = there is none; after a restart the full settle time is waited then.
	Boot func() (time.Duration, string)
	// Command is what this process runs, by the names of the command only: it is
	// named to others that wait for it.
	Command string
	// Waits is told what a plan waits for; nil = nobody is.
	Waits *client.Waits
	// Watch tells what other processes do to the stores, and Close ends it; nil = it
	// is looked for every second.
	Watch *durable.Watch
	// Hook is called at each kill point of a job, for tests.
	Hook func(point string)

	WrapLog func(durable.LogFile) durable.LogFile // tests: a disk that fails
	Tune    func(verify.Times) verify.Times       // tests: rules of the Verifier broken
}
