//go:build unix

package embedded

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
)

// noise is a file of that size.
func noise(size int, seed uint64) []byte {
	rng, b := rand.New(rand.NewPCG(seed, 1)), make([]byte, size)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// What is uploaded comes back byte for byte, whatever its size and the order of its
// parts, with the name and the times of the sender.
func TestUpload(t *testing.T) {
	r := open(t, Options{})
	const part = 4 << 20
	for i, c := range []struct {
		name  string
		size  int
		order []int
	}{
		{"empty", 0, nil},
		{"a & b.txt", 1, nil},
		{"one part", part, nil},
		{"two parts", part + 1, nil},
		{"backwards", 2*part + 99, []int{3, 2, 1}},
		{"mixed", 2*part + 99, []int{1, 3, 2}},
		{"twice", 2*part + 99, []int{1, 2, 3}},
	} {
		b := noise(c.size, uint64(i))
		fid := r.upload("0", c.name, b, c.order...)
		g := r.links(fid)[0]
		resp, got, err := r.fetch("GET", g.URL, nil)
		if err != nil || resp.StatusCode != 200 || !bytes.Equal(got, b) || g.MD5 != digest(b) || g.Size != int64(c.size) {
			t.Errorf("%s: %v, %d bytes came back of %d, %+v", c.name, err, len(got), c.size, g)
		}
		if c.size > part { // a range over the end of a part
			_, got, _ := r.fetch("GET", g.URL, map[string]string{"Range": "bytes=4194300-4194310"})
			if !bytes.Equal(got, b[4194300:min(4194311, len(b))]) {
				t.Errorf("%s: a range over two parts is wrong", c.name)
			}
		}
	}
	env := r.want(200, 0, "GET", sorted("0", "&_size=100"), nil)
	if n := len(env.list(t)); n != 7 || strings.Count(env.raw, `"l_updated_at":1600000001000`) != 7 || strings.Contains(env.raw, `"updated_at":1600000001000`) ||
		!strings.Contains(env.raw, "a &amp; b.txt") {
		t.Error(env.raw)
	}
	if strings.Count(env.raw, `"format_type":"text/plain"`) != 7 { // by the name, not what was announced
		t.Errorf("the type that %s was sent with is kept: %s", "a & b.txt", env.raw)
	}
	check(t, r.s)
}

// Parts that are replaced after later ones have come count as they are at the end.
func TestUploadReplacesParts(t *testing.T) {
	r := open(t, Options{})
	b := noise(3000, 1)
	u := r.announce("0", "x", len(b))
	u.must(1, noise(1000, 9))
	two, three := u.must(2, b[1000:2000]), u.must(3, b[2000:])
	one := u.must(1, b[:1000])
	if status, said := u.complete(list([]int{1, 2, 3}, []string{one, two, three}), nil); status != 200 {
		t.Fatal(status, said)
	}
	g := r.links(u.finish().str(t, "fid"))[0]
	if _, got, err := r.fetch("GET", g.URL, nil); err != nil || !bytes.Equal(got, b) || g.MD5 != digest(b) || blobCount(t, r.s) != 3 {
		t.Errorf("%d bytes, %v, MD5 %s for %s, %d files", len(got), err, g.MD5, digest(b), blobCount(t, r.s))
	}
}

// Bytes that the drive has already need not be sent, and end with their last entry.
func TestUploadOfKnownBytes(t *testing.T) {
	r := open(t, Options{})
	b := noise(1000, 1)
	first := r.upload("0", "a", b)
	for _, name := range []string{"b", "c"} {
		u := r.announce("0", name, len(b))
		if !u.hash(b) || !u.hash(bytes.Clone(b)) {
			t.Fatal("known bytes are asked for")
		}
		if env := u.finish(); env.http != 200 || env.str(t, "fid") != r.fid(name) {
			t.Error(env.raw)
		}
	}
	if u := r.announce("0", "longer", len(b)+1); u.hash(b) {
		t.Error("a file of another size is known")
	}
	r.want(200, 0, "POST", "/file/delete", remove(first))
	env := r.want(200, 0, "GET", "/file/recycle/list", nil)
	r.want(200, 0, "POST", "/file/recycle/remove", object{"select_mode": 2, "record_list": []string{env.list(t)[0].Record}})
	if _, got, err := r.fetch("GET", r.links(r.fid("c"))[0].URL, nil); err != nil || !bytes.Equal(got, b) || blobCount(t, r.s) != 1 {
		t.Errorf("%d bytes, %v, %d files", len(got), err, blobCount(t, r.s))
	}
}

// The signature is that of exactly one request.
func TestUploadSignature(t *testing.T) {
	r := open(t, Options{})
	b := noise(10, 1)
	u, other := r.announce("0", "a", 10), r.announce("0", "b", 10)
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
		code   string
	}{
		"as signed":      {nil, 200, ""},
		"no signature":   {func(q *http.Request) { q.Header.Del("Authorization") }, 403, "SignatureDoesNotMatch"},
		"another part":   {func(q *http.Request) { q.URL.RawQuery = "partNumber=2&uploadId=" + u.Data.Upload }, 403, "SignatureDoesNotMatch"},
		"another key":    {func(q *http.Request) { q.URL.Path = "/" + other.Data.Key }, 403, "SignatureDoesNotMatch"},
		"another bucket": {func(q *http.Request) { q.Host = "other.aloft.local" }, 403, "SignatureDoesNotMatch"},
		"another date":   {func(q *http.Request) { q.Header.Set("x-oss-date", "x") }, 403, "SignatureDoesNotMatch"},
		"another type":   {func(q *http.Request) { q.Header.Set("Content-Type", "text/plain") }, 403, "SignatureDoesNotMatch"},
		"one more head":  {func(q *http.Request) { q.Header.Set("x-oss-acl", "public") }, 403, "SignatureDoesNotMatch"},
		"another verb":   {func(q *http.Request) { q.Method = "POST" }, 400, "InvalidArgument"},
		"no upload":      {func(q *http.Request) { q.URL.RawQuery = "partNumber=1" }, 400, "InvalidArgument"},
		"part 0":         {func(q *http.Request) { q.URL.RawQuery = "partNumber=0&uploadId=x" }, 400, "InvalidArgument"},
	} {
		status, _, said, err := u.part(1, b, c.change)
		if status == 409 { // sent by another case
			status = 200
			said = ""
		}
		if err != nil || status != c.want || !strings.Contains(said, c.code) || c.code == "" && said != "" {
			t.Errorf("%s: %v %d %s", name, err, status, said)
		}
	}
	for name, meta := range map[string]string{
		"empty":             "",
		"of another upload": "PUT\n\n\nd\n/bytes/" + other.Data.Key + "?partNumber=1&uploadId=" + other.Data.Upload,
		"a GET":             "GET\n\n\nd\n/bytes/" + u.Data.Key + "?uploadId=" + u.Data.Upload,
		"a header more":     "PUT\n\n\nd\nhost:x\n/bytes/" + u.Data.Key + "?partNumber=1&uploadId=" + u.Data.Upload,
		"a part too many":   "PUT\n\n\nd\n/bytes/" + u.Data.Key + "?partNumber=10001&uploadId=" + u.Data.Upload,
		"more in the query": "PUT\n\n\nd\n/bytes/" + u.Data.Key + "?partNumber=1&uploadId=" + u.Data.Upload + "&acl",
	} {
		if env := u.call("/file/upload/auth", object{"task_id": u.Data.Task, "auth_info": u.Data.Info, "auth_meta": meta}); env.Code != 14001 {
			t.Errorf("%s: %s", name, env.raw)
		}
	}
	good := "PUT\n\n\nd\n/bytes/" + u.Data.Key + "?partNumber=1&uploadId=" + u.Data.Upload
	r.want(400, 14001, "POST", "/file/upload/auth", object{"task_id": u.Data.Task, "auth_info": other.Data.Info, "auth_meta": good})
	r.want(404, 23404, "POST", "/file/upload/auth", object{"task_id": "x", "auth_info": u.Data.Info, "auth_meta": good})
}

// What a client does wrong is refused, and what it does again is no harm.
func TestUploadRefusals(t *testing.T) {
	r := open(t, Options{})
	r.plant("folder/", "taken")
	pre := func(body object) envelope { return r.call("POST", "/file/upload/pre", body) }
	for _, c := range []struct {
		body         object
		status, code int
	}{
		{object{"pdir_fid": "0", "file_name": "x"}, 400, 14001},
		{object{"pdir_fid": "0", "file_name": "x", "size": -1}, 400, 14001},
		{object{"pdir_fid": "0", "file_name": "", "size": 1}, 400, 14001},
		{object{"pdir_fid": "0", "file_name": "a/b", "size": 1}, 400, 14001},
		{object{"pdir_fid": "0", "file_name": "x", "size": 1, "format_type": "a\r\nb"}, 400, 14001},
		{object{"pdir_fid": "", "file_name": "x", "size": 1}, 400, 14001},
		{object{"pdir_fid": "unknown", "file_name": "x", "size": 1}, 404, 23404},
		{object{"pdir_fid": r.fid("taken"), "file_name": "x", "size": 1}, 400, 14001},
		{object{"pdir_fid": "0", "file_name": "taken", "size": 1}, 400, 23008},
		{object{"pdir_fid": "0", "file_name": "folder", "size": 0}, 400, 23008},
		{object{"pdir_fid": "0", "file_name": "x", "size": 1 << 41}, 400, 32003},
	} {
		if env := pre(c.body); env.http != c.status || env.Code != c.code {
			t.Errorf("%v: %s", c.body, env.raw)
		}
	}
	if env := pre(object{"pdir_fid": "0", "file_name": "x", "size": 1<<40 + 5}); !strings.Contains(env.raw, `"missing_capacity":15`) {
		t.Error(env.raw)
	}

	b := noise(10, 1)
	u := r.announce("0", "x", 10)
	r.want(400, 23410, "POST", "/file/upload/finish", object{"obj_key": u.Data.Key, "task_id": u.Data.Task})
	r.want(400, 14001, "POST", "/file/upload/finish", object{"obj_key": "other", "task_id": u.Data.Task})
	if status, _, said, _ := u.part(1, noise(11, 1), nil); status != 400 || !strings.Contains(said, "EntityTooLarge") {
		t.Error(status, said)
	}
	if status, _, said, _ := u.part(1, b, func(q *http.Request) { q.ContentLength = -1 }); status != 411 {
		t.Error(status, said)
	}
	wrong := u.must(1, noise(10, 2))
	etag := u.must(1, b) // other bytes replace what came before
	if status, again, _, _ := u.part(1, b, nil); status != 409 || again != etag {
		t.Errorf("the same part again: %d %s", status, again)
	}
	for name, body := range map[string]string{
		"MalformedXML": "<x>", "MalformedXML ": list(nil, nil), "MalformedXML  ": list([]int{2, 1}, []string{etag, etag}),
		"InvalidPart": list([]int{1}, []string{wrong}), "InvalidPart ": list([]int{1, 2}, []string{etag, etag}),
	} {
		if status, said := u.complete(body, nil); status != 400 || !strings.Contains(said, "<Code>"+strings.TrimSpace(name)+"</Code>") {
			t.Errorf("%s: %d %s", name, status, said)
		}
	}
	good := list([]int{1}, []string{etag})
	if status, said := u.complete(good, func(q *http.Request) { q.Body = io.NopCloser(strings.NewReader(strings.ToLower(good))) }); status != 400 || !strings.Contains(said, "BadDigest") {
		t.Error(status, said)
	}
	for range 2 { // the answer of the first may have been lost
		if status, said := u.complete(good, nil); status != 200 {
			t.Error(status, said)
		}
	}
	if status, _, _, _ := u.part(1, b, nil); status != 404 {
		t.Errorf("a part after the completion: %d", status)
	}
	// Somebody takes the name: nothing is overwritten, and the upload can go on.
	r.want(200, 0, "POST", "/file/rename", object{"fid": r.fid("taken"), "file_name": "x"})
	finish := object{"obj_key": u.Data.Key, "task_id": u.Data.Task}
	r.want(400, 23008, "POST", "/file/upload/finish", finish)
	r.want(200, 0, "POST", "/file/rename", object{"fid": r.fid("x"), "file_name": "y"})
	first := r.want(200, 0, "POST", "/file/upload/finish", finish).str(t, "fid")
	if again := r.want(200, 0, "POST", "/file/upload/finish", finish).str(t, "fid"); again != first || r.names("0") != "folder,x,y" {
		t.Errorf("%s %s: %s", first, again, r.names("0"))
	}

	// What came is not what was announced: it can never become the file.
	for name, hashed := range map[string][]byte{"short": nil, "other": noise(10, 3)} {
		u := r.announce("0", name, 10)
		sent := b
		if hashed == nil {
			sent = b[:9]
		} else if u.hash(hashed) {
			t.Fatal(name)
		}
		if status, said := u.complete(list([]int{1}, []string{u.must(1, sent)}), nil); status != 200 {
			t.Error(status, said)
		}
		if env := u.finish(); env.Code != 23411 {
			t.Error(env.raw)
		}
		if env := u.finish(); env.Code != 23404 {
			t.Error(env.raw)
		}
	}
	if n := blobCount(t, r.s); n != 1 {
		t.Errorf("%d files are left", n)
	}
	check(t, r.s)
}

// Parts of an upload that is given up, or that nobody goes on with, are removed.
func TestUploadOrphans(t *testing.T) {
	c := &clock{}
	r := open(t, Options{Now: c.Now})
	given := r.announce("0", "given up", 10)
	given.must(1, noise(10, 1))
	if status, _, said, err := given.ordered("DELETE", "uploadId="+given.Data.Upload, nil, map[string]string{}, nil); status != 204 || err != nil {
		t.Error(status, said, err)
	}
	if status, _, _, err := given.part(1, noise(10, 1), nil); err == nil {
		t.Errorf("a part after the end: %d", status)
	}
	if n := blobCount(t, r.s); n != 0 {
		t.Errorf("%d files", n)
	}
	old := r.announce("0", "forgotten", 20)
	old.must(1, noise(10, 2))
	c.pass(23 * time.Hour)
	old.must(2, noise(10, 3))
	c.pass(23 * time.Hour)
	r.announce("0", "another", 10)
	if n := blobCount(t, r.s); n != 2 {
		t.Errorf("%d files of an upload of today", n)
	}
	c.pass(2 * time.Hour)
	r.announce("0", "a third", 10)
	if n := blobCount(t, r.s); n != 0 {
		t.Errorf("%d files of one of yesterday", n)
	}
	r.announce("0", "a fourth", 10).must(1, noise(10, 4))
	c.pass(25 * time.Hour)
	if next := open(t, Options{Dir: filepath.Dir(r.s.Path()), Now: c.Now}); blobCount(t, next.s) != 0 {
		t.Error("an upload of yesterday outlives a start")
	}
}

// Each switch that strikes uploads does what its help says.
func TestFileUploadFaults(t *testing.T) {
	b := noise(100_000, 1)
	second := fault.Rate{Every: 2}
	for name, c := range map[string]struct {
		faults fault.Faults
		run    func(t *testing.T, r *rig, u *sender)
	}{
		"refused": {fault.Faults{Bytes: fault.Bytes{PartRefused: second}}, func(t *testing.T, r *rig, u *sender) {
			u.must(1, b)
			if status, _, said, _ := u.part(2, b, nil); status != 403 || !strings.Contains(said, "AccessDenied") {
				t.Error(status, said)
			}
			u.must(2, b)
		}},
		"wrong": {fault.Faults{Bytes: fault.Bytes{PartWrong: fault.Rate{P: 1}}}, func(t *testing.T, r *rig, u *sender) {
			status, etag, _, _ := u.part(1, b, nil)
			if right := digest(b); status != 200 || strings.Contains(etag, right) {
				t.Error(status, etag)
			}
			status, said := u.complete(list([]int{1}, []string{etag}), nil)
			if env := u.finish(); status != 200 || env.Code != 23411 {
				t.Error(status, said, env.raw)
			}
		}},
		"cut": {fault.Faults{Blobs: fault.Blobs{CutUp: second}}, func(t *testing.T, r *rig, u *sender) {
			etag := u.must(1, b)
			if _, _, _, err := u.part(2, b, nil); err == nil {
				t.Error("the connection holds")
			}
			if status, said := u.complete(list([]int{1, 2}, []string{etag, etag}), nil); status != 400 {
				t.Error(status, said)
			}
			u.must(2, b)
		}},
		"no callback": {fault.Faults{Bytes: fault.Bytes{NoCallback: fault.Rate{P: 1}}}, func(t *testing.T, r *rig, u *sender) {
			if status, said := u.complete(list([]int{1}, []string{u.must(1, b)}), nil); status != 203 || !strings.Contains(said, "CallbackFailed") {
				t.Error(status, said)
			}
			if env := u.finish(); env.http != 200 {
				t.Error(env.raw)
			}
		}},
		"slow": {fault.Faults{Bytes: fault.Bytes{Speed: 10_000}}, func(t *testing.T, r *rig, u *sender) {
			start := time.Now()
			if u.must(1, b); time.Since(start) != 10*time.Second {
				t.Error(time.Since(start))
			}
		}},
		"full": {fault.Faults{Bytes: fault.Bytes{Capacity: 150_000}}, func(t *testing.T, r *rig, u *sender) {
			if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"more"}, Size: 60_000}}); err != nil {
				t.Fatal(err)
			}
			u.complete(list([]int{1}, []string{u.must(1, b)}), nil)
			if env := u.finish(); env.Code != 32003 || !strings.Contains(env.raw, `"missing_capacity":10000`) {
				t.Error(env.raw)
			}
		}},
		"lag": {fault.Faults{Lag: fault.Span{Min: time.Second}}, func(t *testing.T, r *rig, u *sender) {
			u.complete(list([]int{1}, []string{u.must(1, b)}), nil)
			u.finish()
			if r.names("0") != "" && r.names("0") != "x" { // a lag may also show both states
				t.Error(r.names("0"))
			}
			time.Sleep(time.Second)
			if r.names("0") != "x" {
				t.Error(r.names("0"))
			}
		}},
		"lost finish": {fault.Faults{LoseAfter: fault.Rate{Every: 2}}, func(t *testing.T, r *rig, u *sender) {
			u.complete(list([]int{1}, []string{u.must(1, b)}), nil)
			body := object{"obj_key": u.Data.Key, "task_id": u.Data.Task}
			if _, err := r.try("POST", "/file/upload/finish", body); err == nil {
				t.Error("the answer was not lost")
			}
			if env := r.want(200, 0, "POST", "/file/upload/finish", body); env.str(t, "fid") != r.fid("x") {
				t.Error(env.raw)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, c.faults, func(t *testing.T, r *rig) {
				size := len(b)
				u := r.announce("0", "x", size)
				if name == "wrong" {
					u.hash(b)
				}
				c.run(t, r, u)
			})
		})
	}
}

// A cookie that is replaced in the middle of an upload does not disturb it: the
// client goes on with the new one.
func TestUploadWhileTheCookieTurns(t *testing.T) {
	r := open(t, Options{Faults: fault.Faults{CookieGrace: time.Nanosecond, Bytes: fault.Bytes{Turn: fault.Rate{Every: 2}}}})
	jar := r.s.Cookie()
	login, _, _ := strings.Cut(jar, "; ")
	turns := 0
	call := func(path string, body any) envelope {
		req, err := newRequest(t.Context(), "POST", path, body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", jar)
		env, err := r.send(req)
		if err != nil || env.http != 200 {
			t.Fatal(path, err, env.raw)
		}
		if set := env.head.Get("Set-Cookie"); set != "" {
			value, _, _ := strings.Cut(set, ";")
			jar, turns = login+"; "+value, turns+1
		}
		return env
	}
	env := call("/file/upload/pre", object{"pdir_fid": "0", "file_name": "x", "size": 10})
	u := &sender{t: t, ctx: t.Context(), send: r.s.Transport(), call: call}
	if err := json.Unmarshal([]byte(env.raw), u); err != nil {
		t.Fatal(err)
	}
	b := noise(10, 1)
	u.hash(b)
	u.complete(list([]int{1}, []string{u.must(1, b)}), nil)
	fid := u.finish().str(t, "fid")
	var links []given
	if err := json.Unmarshal(call("/file/download", object{"fids": []string{fid}}).Data, &links); err != nil {
		t.Fatal(err)
	}
	if _, got, err := r.fetch("GET", links[0].URL, map[string]string{"Cookie": jar}); err != nil || !bytes.Equal(got, b) || turns < 3 {
		t.Errorf("%q %v after %d turns", got, err, turns)
	}
}

// Parts that come at the same time, some of them twice, make one whole.
func TestUploadOfPartsAtOnce(t *testing.T) {
	r := open(t, Options{})
	const parts, size = 8, 100_000
	b := noise(parts*size, 1)
	u := r.announce("0", "x", len(b))
	u.hash(b)
	type answer struct {
		n, status int
		etag      string
		err       error
	}
	answers := make(chan answer)
	for i := range 2 * parts {
		go func() {
			n := i%parts + 1
			status, etag, _, err := u.part(n, b[(n-1)*size:n*size], nil)
			answers <- answer{n, status, etag, err}
		}()
	}
	etags, numbers, again := make([]string, parts), make([]int, parts), 0
	for range 2 * parts {
		a := <-answers
		if a.err != nil || a.status != 200 && a.status != 409 || etags[a.n-1] != "" && etags[a.n-1] != a.etag {
			t.Errorf("%+v", a)
		}
		if a.status == 409 {
			again++
		}
		etags[a.n-1], numbers[a.n-1] = a.etag, a.n
	}
	if status, said := u.complete(list(numbers, etags), nil); status != 200 || again != parts {
		t.Fatal(status, said, again)
	}
	if _, got, err := r.fetch("GET", r.links(u.finish().str(t, "fid"))[0].URL, nil); err != nil || !bytes.Equal(got, b) || blobCount(t, r.s) != parts {
		t.Errorf("%d bytes, %v, %d files", len(got), err, blobCount(t, r.s))
	}
}
