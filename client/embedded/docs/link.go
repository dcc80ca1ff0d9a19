package docs

import (
	"cmp"
	"crypto/hmac"
	"net/url"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
)

// Bytes have URLs of their own, which work like a password for a limited time:
// "Import" and "Export" in the document specification.
const (
	blobPrefix  = "/blob/"
	upPrefix    = blobPrefix + "up/"
	downPrefix  = blobPrefix + "down/"
	imagePrefix = blobPrefix + "image/"
)

// linkLife is how long a link is valid ("Limits" in the document specification).
const linkLife = 30 * time.Minute

// Query parameters of a signed link.
const (
	linkExpiry = "expires"
	linkSign   = "sig"
)

// linkEnd returns when a link made now expires, in seconds of the Unix clock.
func linkEnd(lab *flow.Lab, now time.Time) int64 {
	return now.Add(cmp.Or(lab.LinkLife, linkLife)).Unix()
}

// Signed is the target of a link: one direction, one task, key or page, one name. bound is signed but not in the URL:
// size and MD5 of an upload.
type Signed struct {
	Up      bool
	Image   bool   // of a document
	ID      string // file_key of an upload, task_id of a download, file_id of a document
	Name    string // of a download, or of an image: its hash and extension
	Expires int64  // seconds of the Unix clock
}

// sign returns the signature.
func (k Signed) sign(secret []byte, bound ...string) string {
	way := "download link"
	switch {
	case k.Up:
		way = "upload link"
	case k.Image:
		way = "image link"
	}
	return store.Seal(secret, append([]string{way, k.ID, k.Name, strconv.FormatInt(k.Expires, 10)}, bound...)...)
}

// address is the URL of the link; base is scheme://host.
func (k Signed) address(base string, secret []byte, bound ...string) string {
	path := downPrefix
	switch {
	case k.Up:
		path = upPrefix
	case k.Image:
		path = imagePrefix
	}
	path += url.PathEscape(k.ID)
	if !k.Up {
		path += "/" + url.PathEscape(k.Name)
	}
	return base + path + "?" + linkExpiry + "=" + strconv.FormatInt(k.Expires, 10) + "&" + linkSign + "=" + k.sign(secret, bound...)
}

// readLink parses a link. ok is false for another URL. Trust nothing in it before valid.
func readLink(u *url.URL) (k Signed, sig string, ok bool) {
	rest, up := strings.CutPrefix(u.Path, upPrefix)
	if up {
		k.Up, k.ID = true, rest
	} else {
		rest, down := strings.CutPrefix(u.Path, downPrefix)
		if !down {
			if rest, k.Image = strings.CutPrefix(u.Path, imagePrefix); !k.Image {
				return k, "", false
			}
		}
		k.ID, k.Name, ok = strings.Cut(rest, "/")
		if !ok || k.Name == "" {
			return k, "", false
		}
	}
	if k.ID == "" {
		return k, "", false
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(q[linkExpiry]) != 1 || len(q[linkSign]) != 1 {
		return k, "", false
	}
	k.Expires, err = strconv.ParseInt(q.Get(linkExpiry), 10, 64)
	return k, q.Get(linkSign), err == nil
}

// valid reports whether the signature is ours, in constant time, and the link has not expired.
func (k Signed) valid(secret []byte, sig string, now time.Time, bound ...string) (ours, good bool) {
	ours = hmac.Equal([]byte(sig), []byte(k.sign(secret, bound...)))
	return ours, ours && now.Unix() < k.Expires
}
