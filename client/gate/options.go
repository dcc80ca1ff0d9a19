package gate

import (
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
	"aloft/model/text"
)

// Options of a Gate.
type Options struct {
	// Dir is the state folder; it is made when it is missing. While it cannot be written, the gate refuses mutations, and
	// only the requests of this process keep their distance.
	Dir string
	// Name is the account's identity, whatever it is called in the configuration;
	// the file's name is a digest of it.
	Name string
	// Gap is the configured gap; 0 only for the embedded account, which is not
	// paced at all. Others are clamped to MinGap and MaxGap.
	Gap    time.Duration
	MinGap time.Duration // 0 = client.MinGap
	MaxGap time.Duration // 0 = 10 s
	// Scale multiplies the pauses of the gate (gap, back-offs), and no limit; 0 =
	// 1.
	Scale float64
	// Timeout of an exchange, from its slot to the last byte; 0 = 15 s.
	Timeout time.Duration
	Wire    Wire
	// Far, when set, is where several machines share the state; the gate closes it.
	Far state.Far
	// Host is nil for the real one.
	Host file.Host
	// Observe, when set, gets all events. It must not block and must not call the
	// gate; it is called from several goroutines.
	Observe func(Event)
	// Command is what this process runs, only the names of the command: other
	// processes that wait for it show it.
	Command string
	// Waits is notified of what calls wait for; may be nil.
	Waits *client.Waits
	// Who names the service in a sentence; "" = the host's name.
	Who text.Text
}
