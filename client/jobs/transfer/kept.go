package transfer

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/system"
)

// kept is an upload in a private file of the job: a line for what the service has
// answered to the announcement, and one for each part that it has. What the service has
// signed is in it, so it is not in the journal.
type kept struct {
	name    string
	f       *os.File
	sending client.Uploading
	flushed time.Time // it is on the disk as it was then
}

// sentAgain is how long a sender has sent what it may send again after a loss of power.
const sentAgain = time.Second

type keptLine struct {
	State   string `json:"state,omitempty"`
	Receipt string `json:"receipt,omitempty"`
}

// openKept reads what an earlier process has kept. A line that was cut ends it.
func openKept(name string) (*kept, error) {
	k := &kept{name: name, flushed: time.Now()}
	f, err := system.OpenRead(name)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, k.fault(err)
	}
	defer func() { _ = f.Close() }()
	lines, torn := bufio.NewScanner(f), false
	lines.Buffer(nil, 1<<20)
	for !torn && lines.Scan() {
		var l keptLine
		if torn = json.Unmarshal(lines.Bytes(), &l) != nil; torn {
			break
		}
		if l.State != "" {
			k.sending = client.Uploading{State: l.State}
		}
		if l.Receipt != "" {
			k.sending.Receipts = append(k.sending.Receipts, l.Receipt)
		}
	}
	if torn {
		return k, k.write()
	}
	if k.f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
		return nil, k.fault(err)
	}
	return k, nil
}

// begin stores a new upload.
func (k *kept) begin() error {
	k.sending.Receipts = nil
	return k.write()
}

// restart forgets the upload.
func (k *kept) restart() error {
	k.sending = client.Uploading{}
	return k.write()
}

// write writes the file anew.
func (k *kept) write() (err error) {
	k.close()
	if k.f, err = os.OpenFile(k.name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return k.fault(err)
	}
	lines := []keptLine{{State: k.sending.State}}
	for _, r := range k.sending.Receipts {
		lines = append(lines, keptLine{Receipt: r})
	}
	return k.append(lines...)
}

// add stores the receipt of the next part.
func (k *kept) add(receipt string) error {
	k.sending.Receipts = append(k.sending.Receipts, receipt)
	return k.append(keptLine{Receipt: receipt})
}

func (k *kept) append(lines ...keptLine) error {
	var b []byte
	for _, l := range lines {
		line, err := json.Marshal(l)
		if err != nil {
			return err
		}
		b = append(append(b, line...), '\n')
	}
	_, err := k.f.Write(b)
	if err == nil && time.Since(k.flushed) > sentAgain {
		err, k.flushed = k.f.Sync(), time.Now()
	}
	if err != nil {
		return k.fault(err)
	}
	return nil
}

func (k *kept) fault(err error) error { return journal.Error(filepath.Dir(k.name), err) }

func (k *kept) close() {
	if k.f != nil {
		_ = k.f.Close()
		k.f = nil
	}
}
