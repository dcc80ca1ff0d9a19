package embedded

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// sender sends one file as public clients do.
type sender struct {
	t    *testing.T
	ctx  context.Context
	send http.RoundTripper
	call func(path string, body any) envelope

	Data struct {
		Task     string          `json:"task_id"`
		Finish   bool            `json:"finish"`
		FID      string          `json:"fid"`
		Upload   string          `json:"upload_id"`
		Key      string          `json:"obj_key"`
		Address  string          `json:"upload_url"`
		Bucket   string          `json:"bucket"`
		Callback json.RawMessage `json:"callback"`
		Info     string          `json:"auth_info"`
	} `json:"data"`
	Meta struct {
		Part   int64 `json:"part_size"`
		Thread int   `json:"part_thread"`
	} `json:"metadata"`
}

const sentMIME = "application/octet-stream"

// announce sends the first call; the upload goes on unless it finished.
func (r *rig) announce(parent, name string, size int) *sender {
	r.t.Helper()
	u := &sender{t: r.t, ctx: r.t.Context(), send: r.s.Transport(), call: func(path string, body any) envelope {
		r.t.Helper()
		return r.call("POST", path, body)
	}}
	env := u.call("/file/upload/pre", object{"pdir_fid": parent, "file_name": name, "size": size, "format_type": sentMIME,
		"ccp_hash_update": true, "dir_name": "", "l_created_at": 1600000000000, "l_updated_at": 1600000001000})
	if env.http != 200 {
		r.t.Fatal(env.raw)
	}
	if err := json.Unmarshal([]byte(env.raw), u); err != nil {
		r.t.Fatal(err)
	}
	return u
}

// hash tells the hashes of the whole; known reports whether that was all.
func (u *sender) hash(b []byte) (known bool) {
	u.t.Helper()
	m, s := md5.Sum(b), sha1.Sum(b)
	env := u.call("/file/update/hash", object{"task_id": u.Data.Task, "md5": hex.EncodeToString(m[:]), "sha1": hex.EncodeToString(s[:])})
	if env.http != 200 {
		u.t.Fatal(env.raw)
	}
	return env.flag(u.t, "finish")
}

// ordered sends a signed request to the object store. change may alter it after it
// was signed.
func (u *sender) ordered(method, query string, body []byte, head map[string]string, change func(*http.Request)) (int, http.Header, string, error) {
	u.t.Helper()
	date := time.Now().UTC().Format(http.TimeFormat)
	head["x-oss-date"], head["x-oss-user-agent"] = date, "aliyun-sdk-js/1.0.0"
	lines := []string{method, head["Content-MD5"], head["Content-Type"], date}
	for _, name := range []string{"x-oss-callback", "x-oss-date", "x-oss-user-agent"} {
		if head[name] != "" {
			lines = append(lines, name+":"+head[name])
		}
	}
	meta := strings.Join(append(lines, "/"+u.Data.Bucket+"/"+u.Data.Key+"?"+query), "\n")
	env := u.call("/file/upload/auth", object{"task_id": u.Data.Task, "auth_info": u.Data.Info, "auth_meta": meta})
	if env.http != 200 {
		return 0, nil, "", fmt.Errorf("auth: %s", env.raw)
	}
	at, err := url.Parse(u.Data.Address)
	if err != nil {
		u.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(u.ctx, method, at.Scheme+"://"+u.Data.Bucket+"."+at.Host+"/"+u.Data.Key+"?"+query, bytes.NewReader(body))
	if err != nil {
		u.t.Fatal(err)
	}
	for k, v := range head {
		req.Header.Set(k, v)
	}
	req.Header.Set("Authorization", env.str(u.t, "auth_key"))
	if change != nil {
		change(req)
	}
	resp, err := u.send.RoundTrip(req)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(b), err
}

func (u *sender) part(n int, b []byte, change func(*http.Request)) (status int, etag, said string, err error) {
	u.t.Helper()
	status, head, said, err := u.ordered("PUT", fmt.Sprintf("partNumber=%d&uploadId=%s", n, u.Data.Upload), b, map[string]string{"Content-Type": sentMIME}, change)
	return status, head.Get("ETag"), said, err
}

// must expects a part to be taken.
func (u *sender) must(n int, b []byte) (etag string) {
	u.t.Helper()
	status, etag, said, err := u.part(n, b, nil)
	m := md5.Sum(b)
	if err != nil || status != 200 || etag != `"`+strings.ToUpper(hex.EncodeToString(m[:]))+`"` {
		u.t.Fatalf("part %d: %v %d %s %s", n, err, status, etag, said)
	}
	return etag
}

// list is the body of a completion.
func list(numbers []int, etags []string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<CompleteMultipartUpload>\n")
	for i, n := range numbers {
		fmt.Fprintf(&b, "<Part>\n<PartNumber>%d</PartNumber>\n<ETag>%s</ETag>\n</Part>\n", n, etags[i])
	}
	b.WriteString("</CompleteMultipartUpload>")
	return b.String()
}

func (u *sender) complete(body string, change func(*http.Request)) (int, string) {
	u.t.Helper()
	m := md5.Sum([]byte(body))
	status, _, said, err := u.ordered("POST", "uploadId="+u.Data.Upload, []byte(body), map[string]string{"Content-Type": "application/xml",
		"Content-MD5": base64.StdEncoding.EncodeToString(m[:]), "x-oss-callback": base64.StdEncoding.EncodeToString(u.Data.Callback)}, change)
	if err != nil {
		u.t.Fatal(err)
	}
	return status, said
}

func (u *sender) finish() envelope {
	u.t.Helper()
	return u.call("/file/upload/finish", object{"obj_key": u.Data.Key, "task_id": u.Data.Task})
}

// upload sends a whole file in that order of its parts and returns its fid.
func (r *rig) upload(parent, name string, b []byte, order ...int) string {
	r.t.Helper()
	u := r.announce(parent, name, len(b))
	if u.Data.Finish {
		return u.Data.FID
	}
	if u.hash(b) {
		r.t.Fatal("unknown bytes are known")
	}
	parts := int((int64(len(b)) + u.Meta.Part - 1) / u.Meta.Part)
	etags, numbers := make([]string, parts), []int{}
	for i := range parts {
		numbers = append(numbers, i+1)
	}
	if len(order) == 0 {
		order = numbers
	}
	for _, n := range order {
		from := int64(n-1) * u.Meta.Part
		etags[n-1] = u.must(n, b[from:min(from+u.Meta.Part, int64(len(b)))])
	}
	if status, said := u.complete(list(numbers, etags), nil); status != 200 {
		r.t.Fatal(status, said)
	}
	env := u.finish()
	if env.http != 200 || !env.flag(r.t, "finish") {
		r.t.Fatal(env.raw)
	}
	return env.str(r.t, "fid")
}
