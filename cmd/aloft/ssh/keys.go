package ssh

import (
	"bytes"
	"crypto/rsa"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/limited"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// key is a line of the file of keys: who may log in, and what they see then.
type key struct {
	Line        int
	Fingerprint string
	Comment     string
	Account     string
	Rights      limited.Rights
	public      string // as it is on the wire
}

// The options of a key, in the form of sshd(8), AUTHORIZED_KEYS FILE FORMAT.
const (
	optAccount  = "account"
	optPlace    = "place"
	optReadOnly = "read-only"
)

// mostLine is the length of the longest line that is read.
const mostLine = 64 << 10

// leastRSA is the size in bits below which RSA keys are refused (NIST SP 800-131A).
const leastRSA = 2048

// keysFile is aloft's own file of keys. That of the system gives its users a shell, this one does not.
func (cs *Commands) keysFile() (string, error) {
	if cs.session.Dirs.Config == "" {
		return "", cs.session.DirsErr
	}
	return filepath.Join(cs.session.Dirs.Config, "authorized_keys"), nil
}

// keys reads the file. Faults are of single lines, whose keys are refused; the others count.
func (cs *Commands) keys() (all []key, faults []error, err error) {
	name, err := cs.keysFile()
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be read: %s", name, console.Cause(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && runtime.GOOS != "windows" && st.Mode().Perm()&0o022 != 0 {
		return nil, nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s can be written by others: nobody can log in", name).
			Hinted(text.Typed("chmod 600 %s"), name)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be read: %s", name, console.Cause(err))
	}
	seen := map[string]int{}
	for n, line := range bytes.Split(data, []byte("\n")) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		k, wrong := cs.parse(line)
		if wrong.IsZero() && seen[k.public] > 0 {
			wrong = model.Say("the same key is already in line %d", seen[k.public])
		}
		if !wrong.IsZero() {
			faults = append(faults, client.Errorf(client.KindInvalid, "ssh", model.Place{}, "%s, line %d: %s; this key cannot log in", name, n, wrong))
			continue
		}
		k.Line, seen[k.public] = n, n
		all = append(all, k)
	}
	return all, faults, nil
}

// parse reads a line, or says what is wrong with it. An option that is not known might limit the key, so the key is refused.
func (cs *Commands) parse(line []byte) (k key, wrong model.Sentence) {
	if len(line) > mostLine {
		return k, model.Say("it is longer than %d KiB", mostLine>>10)
	}
	public, comment, options, _, err := gossh.ParseAuthorizedKey(line)
	if err != nil {
		return k, model.Say("not a public key")
	}
	if _, ok := public.(*gossh.Certificate); ok {
		return k, model.Say("certificates are not accepted")
	}
	if c, ok := public.(gossh.CryptoPublicKey); ok {
		if r, ok := c.CryptoPublicKey().(*rsa.PublicKey); ok && r.N.BitLen() < leastRSA {
			return k, model.Say("an RSA key of less than %d bits is too weak", leastRSA)
		}
	}
	k = key{Fingerprint: gossh.FingerprintSHA256(public), Comment: model.Clean(comment), Account: cs.session.Config.Account, public: string(public.Marshal())}
	for _, o := range options {
		name, value, has := strings.Cut(o, "=")
		value = unquote(value)
		switch {
		case name == optReadOnly && !has:
			k.Rights.ReadOnly = true
		case name == optAccount && has:
			k.Account = value
		case name == optPlace && has:
			p, err := model.ParsePlace(value, model.Place{})
			if err != nil {
				return k, model.Say("%s is not a valid place", value)
			}
			k.Rights.Places = append(k.Rights.Places, p)
		default:
			return k, model.Say("unknown option %q; use account, place or read-only", o)
		}
	}
	if !cs.session.Known(k.Account) {
		return k, model.Say("there is no account %s", k.Account)
	}
	return k, model.Sentence{}
}

// unquote removes the quotes of an option's value.
func unquote(s string) string {
	if s, ok := strings.CutPrefix(s, `"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(s, `"`), `\"`, `"`)
	}
	return s
}

// same: it lets in the same person, who may do the same.
func (k key) same(other key) bool {
	return k.public == other.public && k.Account == other.Account && reflect.DeepEqual(k.Rights, other.Rights)
}

// find returns the key of a client.
func find(all []key, public string) (key, bool) {
	for _, k := range all {
		if k.public == public {
			return k, true
		}
	}
	return key{}, false
}

// authorize adds the keys of a text to the file.
func (cs *Commands) authorize(data []byte, account string, places []string, readOnly bool) (added []key, err error) {
	name, err := cs.keysFile()
	if err != nil {
		return nil, err
	}
	now, _, err := cs.keys()
	if err != nil {
		return nil, err
	}
	var options []string
	if account != "" {
		options = append(options, optAccount+"="+strconv.Quote(account))
	}
	for _, p := range places {
		options = append(options, optPlace+`="`+strings.ReplaceAll(p, `"`, `\"`)+`"`)
	}
	if readOnly {
		options = append(options, optReadOnly)
	}
	var lines bytes.Buffer
	for n, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		public, comment, foreign, _, err := gossh.ParseAuthorizedKey(line)
		if err != nil || len(foreign) > 0 {
			return nil, client.Errorf(client.KindInvalid, "ssh", model.Place{}, "line %d is no public key; nothing was added", n+1).
				Hinted("a public key is a line such as that in ~/.ssh/id_ed25519.pub")
		}
		if old, ok := find(now, string(public.Marshal())); ok {
			return nil, client.Errorf(client.KindConflict, "ssh", model.Place{}, "%s is in line %d of %s already; nothing was added", old.Fingerprint, old.Line, name)
		}
		written := strings.TrimSpace(strings.Join(options, ",") + " " + strings.TrimSpace(string(gossh.MarshalAuthorizedKey(public))) + " " + model.Clean(comment))
		k, wrong := cs.parse([]byte(written))
		if !wrong.IsZero() {
			return nil, client.Errorf(client.KindInvalid, "ssh", model.Place{}, "line %d: %s; nothing was added", n+1, wrong)
		}
		if _, err := limited.New(nil, k.Rights); err != nil {
			return nil, err
		}
		if k.Rights.SeesDisk() && !k.Rights.ReadOnly {
			return nil, client.Errorf(client.KindInvalid, "ssh", model.Place{}, "a key with places of the disk must be read-only; nothing was added").
				Hinted("add --read-only, and use another key for places to write to")
		}
		added = append(added, k)
		lines.WriteString(written + "\n")
	}
	if len(added) == 0 {
		return nil, client.Errorf(client.KindInvalid, "ssh", model.Place{}, "there is no public key in the input; nothing was added")
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be read: %s", name, console.Cause(err))
	}
	if len(old) > 0 && old[len(old)-1] != '\n' {
		old = append(old, '\n')
	}
	if err := config.Make(cs.session.Dirs.Config, client.ConfigHome); err != nil {
		return nil, err
	}
	if err := system.ReplaceMode(name, append(old, lines.Bytes()...), 0o600, true); err != nil {
		return nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be written: %s; nothing was added", name, console.Cause(err))
	}
	return added, nil
}
