package conn

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"aloft/client/docs/tool"
	"aloft/client/system"
)

// rememberedFor is how long the tools of a service are taken for what they were. Some arguments
// change their names within half a year.
const rememberedFor = time.Hour

// offered is what a service has said of itself and its tools. It holds no secret: a service
// that issues a session is not remembered.
type offered struct {
	At       time.Time   `json:"at"`
	Server   string      `json:"server"`
	Version  string      `json:"version"`
	Protocol string      `json:"protocol"`
	Tools    []toolOffer `json:"tools"`
}

type toolOffer struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

func (o *offered) catalog() *tool.Catalog {
	list := make([]tool.Offer, len(o.Tools))
	for i, t := range o.Tools {
		list[i] = tool.NewOffer(t.Name, t.Schema)
	}
	return tool.NewCatalog(list)
}

// remembered keeps what one account was offered for the processes that come after. Nothing
// depends on it: what cannot be read or written is asked for.
type remembered struct {
	path string // "" = nothing is kept
	now  func() time.Time
}

func newRemembered(o Options) remembered {
	if o.Remember == "" {
		return remembered{}
	}
	sum := sha256.Sum256([]byte(o.Endpoint + "\x00" + o.Name))
	return remembered{filepath.Join(o.Remember, hex.EncodeToString(sum[:16])+".json"), o.Now}
}

// load gives what is young enough, else nil.
func (r remembered) load() *offered {
	if r.path == "" {
		return nil
	}
	raw, err := system.ReadFile(r.path)
	if err != nil {
		return nil
	}
	var o offered
	if json.Unmarshal(raw, &o) != nil || len(o.Tools) == 0 || spoken([]string{o.Protocol}) == "" {
		return nil
	}
	if age := r.now().Sub(o.At); age < 0 || age > rememberedFor {
		return nil
	}
	return &o
}

func (r remembered) keep(o *offered) {
	if r.path == "" || len(o.Tools) == 0 {
		return
	}
	o.At = r.now()
	raw, err := json.Marshal(o)
	if err == nil && os.MkdirAll(filepath.Dir(r.path), 0o700) == nil {
		_ = system.Replace(r.path, raw, false)
	}
}

func (r remembered) drop() {
	if r.path != "" {
		_ = os.Remove(r.path)
	}
}
