package drive

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever list comes: it is refused, or it is in ascending order, of legal numbers,
// and of as many parts as an upload may have.
func FuzzParseList(f *testing.F) {
	for _, s := range []string{
		`<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"AB"</ETag></Part></CompleteMultipartUpload>`,
		`<?xml version="1.0" encoding="UTF-8"?><CompleteMultipartUpload xmlns="x"><Part><ETag>&quot;a&quot;</ETag><PartNumber> 2 </PartNumber></Part><Part><PartNumber>3</PartNumber></Part></CompleteMultipartUpload>`,
		`<!DOCTYPE a [<!ENTITY b "c">]><CompleteMultipartUpload><Part><PartNumber>&b;</PartNumber></Part></CompleteMultipartUpload>`,
		`<CompleteMultipartUpload/><CompleteMultipartUpload/>`, `<a>`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		parts, err := parseList(bytes.NewReader(b))
		if err != nil {
			return
		}
		last := 0
		for _, p := range parts {
			if p.Number <= last || p.Number > maxPart || strings.Contains(p.ETag, `"`) && strings.Trim(p.ETag, `"`) != p.ETag {
				t.Errorf("%+v of %q", parts, b)
			}
			last = p.Number
		}
		if len(parts) == 0 {
			t.Errorf("no parts of %q", b)
		}
	})
}

// A string to sign that is accepted names one request, and only that: the request
// made from it is signed alike and read alike.
func FuzzParseOrder(f *testing.F) {
	for _, s := range []string{
		"PUT\n\ntext/plain\nd\nx-oss-date:d\nx-oss-user-agent:u\n/bytes/key?partNumber=1&uploadId=i",
		"POST\nabc=\napplication/xml\nd\nx-oss-callback:e30=\nx-oss-date:d\n/127/key?uploadId=i",
		"DELETE\n\n\nd\n/b/k?uploadId=i", "GET\n\n\n\n/b/k?acl", "\n\n\n\n", "PUT\n\n\n\n//?partNumber=01&uploadId=%20",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, meta string) {
		o, err := ParseObjectOrder(meta)
		if err != nil {
			return
		}
		if o.Upload == "" || o.Key == "" || o.Bucket == "" || o.Part < 0 || o.Part > maxPart || (o.Part > 0) != (o.Method == http.MethodPut) {
			t.Fatalf("%+v of %q", o, meta)
		}
		lines := strings.Split(meta, "\n")
		r := httptest.NewRequest(o.Method, "http://host/", nil)
		r.Header.Set("Content-MD5", lines[1])
		r.Header.Set("Content-Type", lines[2])
		r.Header.Set("Date", lines[3])
		seen := map[string]bool{}
		for _, head := range lines[4 : len(lines)-1] {
			name, value, _ := strings.Cut(head, ":")
			if seen[strings.ToLower(name)] || name != strings.ToLower(name) {
				return // no request is signed like that
			}
			seen[name] = true
			r.Header[http.CanonicalHeaderKey(name)] = []string{value}
		}
		secret := []byte("s")
		r.Header.Set("Authorization", SignObject(secret, meta))
		if again, err := readOrder(o.Method, o.query()); err != nil || again.Part != o.Part || again.Upload != o.Upload {
			t.Errorf("%+v is read as %+v, %v", o, again, err)
		}
		for _, other := range []ObjectOrder{{o.Method, o.Bucket, o.Key, o.Upload + "x", o.Part}, {o.Method, o.Bucket, o.Key + "x", o.Upload, o.Part}, {o.Method, o.Bucket, o.Key, o.Upload, o.Part + 1}} {
			if _, ok := signed(r, other, secret); ok {
				t.Errorf("%q signs %+v", meta, other)
			}
		}
	})
}
