package drive

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"aloft/client/embedded/store"
)

// keyID names the key by which requests are signed.
const keyID = "aloft"

// maxPart is the largest number of a part, as public clients show.
const maxPart = 10_000

// ObjectOrder is what a string to sign orders: a part of an upload (PUT), its completion
// (POST) or its end (DELETE).
type ObjectOrder struct {
	Method string
	Bucket string
	Key    string
	Upload string
	Part   int // 0 for none
}

var errOrder = errors.New("no string to sign")

// ParseObjectOrder reads the string to sign of a request: verb, MD5, MIME type, date, the
// x-oss- headers and the resource, line by line.
func ParseObjectOrder(meta string) (ObjectOrder, error) {
	lines := strings.Split(meta, "\n")
	if len(lines) < 5 || len(meta) > 16<<10 {
		return ObjectOrder{}, errOrder
	}
	for _, head := range lines[4 : len(lines)-1] {
		name, _, found := strings.Cut(head, ":")
		if !found || !strings.HasPrefix(name, "x-oss-") {
			return ObjectOrder{}, errOrder
		}
	}
	path, query, found := strings.Cut(lines[len(lines)-1], "?")
	bucket, key, deep := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !found || !deep || bucket == "" || key == "" || !strings.HasPrefix(path, "/") {
		return ObjectOrder{}, errOrder
	}
	o, err := readOrder(lines[0], query)
	o.Bucket, o.Key = bucket, key
	if err != nil || o.query() != query {
		return ObjectOrder{}, errOrder
	}
	return o, nil
}

// readOrder reads what method and query of a request order.
func readOrder(method, query string) (ObjectOrder, error) {
	o := ObjectOrder{Method: method}
	q, err := url.ParseQuery(query)
	if err != nil {
		return o, errOrder
	}
	o.Upload = q.Get("uploadId")
	part := q.Get("partNumber")
	if part != "" {
		if o.Part, err = strconv.Atoi(part); err != nil || o.Part < 1 || o.Part > maxPart {
			return o, errOrder
		}
	}
	if o.Upload == "" || (o.Part > 0) != (method == http.MethodPut) ||
		!slices.Contains([]string{http.MethodPut, http.MethodPost, http.MethodDelete}, method) {
		return o, errOrder
	}
	return o, nil
}

// query returns the query in signing order.
func (o ObjectOrder) query() string {
	q := "uploadId=" + o.Upload
	if o.Part > 0 {
		q = "partNumber=" + strconv.Itoa(o.Part) + "&" + q
	}
	return q
}

// SignObject returns the Authorization for a string to sign.
func SignObject(secret []byte, meta string) string {
	key := store.Seal(secret, "object store")
	m := hmac.New(sha1.New, []byte(key))
	m.Write([]byte(meta))
	return "OSS " + keyID + ":" + base64.StdEncoding.EncodeToString(m.Sum(nil))
}

// toSign is the string to sign of a request.
func toSign(r *http.Request, o ObjectOrder, date string) string {
	heads := map[string]string{}
	for name, values := range r.Header {
		if name = strings.ToLower(name); strings.HasPrefix(name, "x-oss-") {
			heads[name] = strings.Join(values, ",")
		}
	}
	lines := []string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), date}
	for _, name := range slices.Sorted(maps.Keys(heads)) {
		lines = append(lines, name+":"+heads[name])
	}
	return strings.Join(append(lines, "/"+o.Bucket+"/"+o.Key+"?"+o.query()), "\n")
}

// signed reports whether the Authorization of a request is ours, or returns the string that should have been signed.
// The date is that of x-oss-date, if present.
func signed(r *http.Request, o ObjectOrder, secret []byte) (string, bool) {
	usual := toSign(r, o, cmp.Or(r.Header.Get("X-Oss-Date"), r.Header.Get("Date")))
	for _, meta := range []string{usual, toSign(r, o, r.Header.Get("Date"))} {
		if store.Same(r.Header.Get("Authorization"), SignObject(secret, meta)) {
			return "", true
		}
	}
	return usual, false
}

// BucketPlace returns bucket and address of uploads for a client that reaches us at that base, and puts the bucket before
// the host. A numeric address is split so that both together give it again: not every system resolves a name below
// localhost.
func BucketPlace(base string) (bucket, address string) {
	u, err := url.Parse(base)
	if err != nil {
		return usualBucket, base
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if !ip.Is4() {
			u.Host = "localhost:" + u.Port()
			return usualBucket, u.String()
		}
		bucket, u.Host, _ = strings.Cut(u.Host, ".")
		return bucket, u.String()
	}
	return usualBucket, base
}

const usualBucket = "bytes"
