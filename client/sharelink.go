package client

import (
	"context"
	"crypto/rand"
	"regexp"
	"strings"
	"time"

	"aloft/model"
)

// ShareTerm is how long a link is good.
type ShareTerm string

const (
	ShareDay   ShareTerm = "1d"
	ShareWeek  ShareTerm = "7d"
	ShareMonth ShareTerm = "30d"
	ShareEver  ShareTerm = "never" // it never expires
)

// ShareTerms are all of them, the shortest first.
func ShareTerms() []ShareTerm { return []ShareTerm{ShareDay, ShareWeek, ShareMonth, ShareEver} }

// ShareOptions say how a link is made. Code "" = everyone with the link gets in.
type ShareOptions struct {
	Term ShareTerm
	Code string
}

// ShareLink is a link by which others can see and save entries of a drive.
type ShareLink struct {
	ID      string // of the service, to end it
	URL     string // "" = the service did not say
	Code    string // the pass code, "" = none
	Title   string // raw
	Created time.Time
	Expires time.Time // zero = never, or the service did not say
	Entries int       // shared at its top, or model.Unknown
}

// Words is what a person sends to another one: the address and the code, in one line.
// ParseSharedLink reads it.
func (l ShareLink) Words() string {
	if l.Code == "" {
		return l.URL
	}
	return l.URL + " code: " + l.Code
}

// Is reports whether a person means this link: by its id, its address, or the end of that.
func (l ShareLink) Is(said string) bool {
	if said == l.ID || l.URL != "" && said == l.URL {
		return true
	}
	a, ok := ParseSharedLink(said)
	b, known := ParseSharedLink(l.URL)
	return ok && known && a.ID == b.ID
}

// LinkSharer is a source whose entries can be shared by links, and which saves from
// links of others. The rules of writes hold for their errors, but it looks its entries
// up by itself: a link is no entry, so no job makes it.
type LinkSharer interface {
	// ShareEntries makes a link to entries. A link that was made and could not be read
	// comes back with the error.
	ShareEntries(ctx context.Context, items []model.Place, o ShareOptions, class Class) (ShareLink, error)
	// ShareLinks are the person's links, in the order of the service.
	ShareLinks(ctx context.Context, opt Options) ([]ShareLink, error)
	// EndShareLinks ends links: nobody gets in by them any more. ended is how many have
	// certainly ended, from the first on.
	EndShareLinks(ctx context.Context, ids []string, class Class) (ended int, err error)
	// SaveShared copies all that a link shows into a folder, and returns the new places.
	// A name that is taken there is a KindConflict, and nothing is saved.
	SaveShared(ctx context.Context, l SharedLink, to model.Place, class Class) ([]model.Place, error)
}

// SharedLink is a link as it was received from somebody.
type SharedLink struct {
	ID   string // what its address ends with
	Code string // "" = none was found
}

// Compiled when a link is pasted, since they would take time of every start.
const (
	linkID   = `/s/([0-9A-Za-z_-]{1,64})`
	bareID   = `^[0-9A-Za-z_-]{1,64}$`
	linkCode = `(?i)(?:[?&](?:pwd|passcode)=|\bcode\s*[:：=]?\s*|(?:提取码|密码)\s*[:：]?\s*)([!-~]{1,16})`
)

// ParseSharedLink reads a link as people paste it: an address, with words and a pass
// code around it, or the end of an address alone. ok is false when there is none.
func ParseSharedLink(pasted string) (l SharedLink, ok bool) {
	pasted = strings.TrimSpace(pasted)
	if regexp.MustCompile(bareID).MatchString(pasted) {
		return SharedLink{ID: pasted}, true
	}
	m := regexp.MustCompile(linkID).FindStringSubmatch(pasted)
	if m == nil {
		return SharedLink{}, false
	}
	l.ID = m[1]
	if m := regexp.MustCompile(linkCode).FindStringSubmatch(pasted); m != nil {
		l.Code, _, _ = strings.Cut(m[1], "#")
		l.Code, _, _ = strings.Cut(l.Code, "&")
		l.Code = strings.Trim(l.Code, `.,;)"'`)
	}
	return l, true
}

// NewShareCode makes a pass code: four characters that are told apart when they are read aloud.
func NewShareCode() string {
	const signs = "abcdefghjkmnpqrstuvwxyz23456789"
	b := make([]byte, 4)
	_, _ = rand.Read(b) // it never fails
	for i := range b {
		b[i] = signs[int(b[i])%len(signs)]
	}
	return string(b)
}

// ShareCode reports whether a service could take the pass code.
func ShareCode(code string) bool {
	return len(code) > 0 && len(code) <= 16 && !strings.ContainsFunc(code, func(r rune) bool { return r <= ' ' || r > '~' })
}
