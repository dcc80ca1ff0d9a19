package embedded

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
)

// given is one item of a download answer.
type given struct {
	FID  string `json:"fid"`
	Name string `json:"file_name"`
	Size int64  `json:"size"`
	URL  string `json:"download_url"`
	MD5  string `json:"md5"`
}

// links asks for the links of files.
func (r *rig) links(fids ...string) []given {
	r.t.Helper()
	var out []given
	env := r.want(200, 0, "POST", "/file/download", object{"fids": fids})
	if err := json.Unmarshal(env.Data, &out); err != nil || len(out) != len(fids) {
		r.t.Fatalf("%v in %s", err, env.raw)
	}
	return out
}

// fetch sends a request for bytes with the session's cookie, which head may replace.
func (r *rig) fetch(method, address string, head map[string]string) (*http.Response, []byte, error) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, address, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Cookie", r.s.Cookie())
	for k, v := range head {
		req.Header.Set(k, v)
	}
	resp, err := r.s.Transport().RoundTrip(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp, b, err
}

func digest(b []byte) string {
	d := md5.Sum(b)
	return base64.StdEncoding.EncodeToString(d[:])
}

// The sample's files have the size that the listing shows and the MD5 that the
// answer tells, and are the same each time.
func TestDownloadSample(t *testing.T) {
	r := open(t, Options{Sample: true})
	for _, path := range []string{"Read me first.txt", "Documents/Household budget.xlsx", "Projects/garden-planner/docs/sketch 1.png", "To sort/Untitled.txt", "To sort/no extension"} {
		fid := r.fid(path)
		g := r.links(fid)[0]
		resp, b, err := r.fetch("GET", g.URL, nil)
		if err != nil || resp.StatusCode != 200 || int64(len(b)) != g.Size || digest(b) != g.MD5 || g.FID != fid {
			t.Fatalf("%s: %v, %d bytes, %+v", path, err, len(b), g)
		}
		if again := r.links(fid)[0]; again.MD5 != g.MD5 {
			t.Errorf("%s: the MD5 was %s, now %s", path, g.MD5, again.MD5)
		}
		for _, e := range r.ls("0") {
			if e.FID == fid && e.Size != g.Size {
				t.Errorf("%s has %d bytes in the listing, %d in the link", path, e.Size, g.Size)
			}
		}
	}
	_, b, _ := r.fetch("GET", r.links(r.fid("Read me first.txt"))[0].URL, nil)
	if !strings.Contains(string(b), "local service") || strings.ContainsFunc(string(b), func(c rune) bool { return c < ' ' && c != '\n' }) {
		t.Errorf("%.80q", b)
	}
}

// Ranges, conditions and HEAD of one file.
func TestFileRanges(t *testing.T) {
	r := open(t, Options{})
	whole := bytes.Repeat([]byte("0123456789"), 100)
	err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"a & b.txt"}, MIME: "text/plain", Content: whole}})
	if err != nil {
		t.Fatal(err)
	}
	g := r.links(r.ls("0")[0].FID)[0]
	if g.Name != "a &amp; b.txt" || g.Size != 1000 || g.MD5 != digest(whole) {
		t.Errorf("%+v", g)
	}
	resp, _, _ := r.fetch("GET", g.URL, nil)
	tag := resp.Header.Get("ETag")
	for _, c := range []struct {
		method string
		head   map[string]string
		status int
		want   string
		span   string
	}{
		{"GET", nil, 200, string(whole), ""},
		{"GET", map[string]string{"Range": "bytes=0-9"}, 206, "0123456789", "bytes 0-9/1000"},
		{"GET", map[string]string{"Range": "bytes=995-"}, 206, "56789", "bytes 995-999/1000"},
		{"GET", map[string]string{"Range": "bytes=-3"}, 206, "789", "bytes 997-999/1000"},
		{"GET", map[string]string{"Range": "bytes=5-2000"}, 206, string(whole[5:]), "bytes 5-999/1000"},
		{"GET", map[string]string{"Range": "bytes=1000-"}, 416, "", "bytes */1000"},
		{"GET", map[string]string{"Range": "bytes=5-9", "If-Range": tag}, 206, "56789", "bytes 5-9/1000"},
		{"GET", map[string]string{"Range": "bytes=5-9", "If-Range": `"other"`}, 200, string(whole), ""},
		{"GET", map[string]string{"If-None-Match": tag}, 304, "", ""},
		{"HEAD", nil, 200, "", ""},
		{"HEAD", map[string]string{"Range": "bytes=0-9"}, 206, "", "bytes 0-9/1000"},
		{"PUT", nil, 405, "", ""},
	} {
		resp, b, err := r.fetch(c.method, g.URL, c.head)
		if err != nil || resp.StatusCode != c.status || resp.Header.Get("Content-Range") != c.span || c.status < 300 && string(b) != c.want {
			t.Errorf("%s %v: %v %d %q %.30q", c.method, c.head, err, resp.StatusCode, resp.Header.Get("Content-Range"), b)
		}
	}
}

// A link is good for the session it was made for, with both cookies, for six hours.
func TestFileLinks(t *testing.T) {
	c := &clock{}
	r := open(t, Options{Now: c.Now})
	r.plant("x", "folder/")
	fid := r.fid("x")
	g := r.links(fid)[0]
	mine := r.s.Cookie()
	login, turn, _ := strings.Cut(mine, "; ")
	other, err := r.s.Login(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(g.URL)
	altered := func(key, value string) string {
		v := *u
		q := v.Query()
		q.Set(key, value)
		v.RawQuery = q.Encode()
		return v.String()
	}
	status := func(address, cookie string) int {
		resp, _, err := r.fetch("GET", address, map[string]string{"Cookie": cookie})
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode
	}
	for _, c := range []struct {
		name, address, cookie string
		want                  int
	}{
		{"whole", g.URL, mine, 200},
		{"repeated", g.URL, mine + ";" + turn, 200},
		{"login alone", g.URL, login, 412},
		{"turn alone", g.URL, turn, 412},
		{"empty turn", g.URL, login + "; __puus=", 412},
		{"no cookie", g.URL, "a=b", 403},
		{"another session", g.URL, other, 403},
		{"a wrong turn", g.URL, login + "; __puus=0", 403},
		{"later", altered("expires", "9999999999"), mine, 403},
		{"signed otherwise", altered("sig", "x"), mine, 403},
		{"another file", strings.Replace(g.URL, "/drive/down/", "/drive/down/0", 1), mine, 404},
	} {
		if got := status(c.address, c.cookie); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	c.pass(6*time.Hour - 2*time.Second)
	if got := status(g.URL, mine); got != 200 {
		t.Errorf("%d before six hours", got)
	}
	c.pass(3 * time.Second)
	if got := status(g.URL, mine); got != 403 {
		t.Errorf("%d after six hours", got)
	}
	r.want(400, 14001, "POST", "/file/download", object{"fids": []string{}})
	r.want(400, 14001, "POST", "/file/download", object{"fids": []string{r.fid("folder")}})
	r.want(404, 23404, "POST", "/file/download", object{"fids": []string{fid, "unknown"}})
	r.want(200, 0, "POST", "/file/delete", remove(fid))
	r.want(404, 23404, "POST", "/file/download", object{"fids": []string{fid}})
}

// Bytes that nobody has any more are removed with their last entry.
func TestBytesEndWithTheirEntry(t *testing.T) {
	r := open(t, Options{})
	planted := []drive.Item{{Path: []string{"a"}, Content: []byte("the same")}, {Path: []string{"b"}, Content: []byte("the same")}, {Path: []string{"c"}, Content: []byte("others")}}
	if err := r.s.Plant(t.Context(), planted); err != nil {
		t.Fatal(err)
	}
	var m struct {
		Use, Total int64
	}
	used := func() int64 {
		env := r.want(200, 0, "GET", "/member", nil)
		var d map[string]any
		if err := json.Unmarshal(env.Data, &d); err != nil {
			t.Fatal(err)
		}
		m.Use, m.Total = int64(d["use_capacity"].(float64)), int64(d["total_capacity"].(float64))
		return m.Use
	}
	if used() != 22 || m.Total != 1<<40 || blobCount(t, r.s) != 2 {
		t.Errorf("%+v, %d files", m, blobCount(t, r.s))
	}
	purge := func(name string) {
		r.want(200, 0, "POST", "/file/delete", remove(r.fid(name)))
		if used() == 0 {
			t.Error("the bin is not counted")
		}
		env := r.want(200, 0, "GET", "/file/recycle/list", nil)
		r.want(200, 0, "POST", "/file/recycle/remove", object{"select_mode": 2, "record_list": []string{env.list(t)[0].Record}})
	}
	purge("a")
	if n := blobCount(t, r.s); n != 2 || used() != 14 {
		t.Errorf("%d files, %+v, while another entry has the bytes", n, m)
	}
	purge("b")
	if n := blobCount(t, r.s); n != 1 || used() != 6 {
		t.Errorf("%d files, %+v", n, m)
	}
	purge("c")
	if n := blobCount(t, r.s); n != 0 || used() != 0 {
		t.Errorf("%d files, %+v", n, m)
	}
}

// Bytes that are lost are told by a check, and never served as whole.
func TestLostBytes(t *testing.T) {
	r := open(t, Options{})
	if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"row"}, Content: []byte("one")}, {Path: []string{"file"}, Content: []byte("two")}}); err != nil {
		t.Fatal(err)
	}
	row, file := r.links(r.fid("row"))[0].URL, r.links(r.fid("file"))[0].URL
	hash := ""
	err := r.s.db.Update(t.Context(), func(l *link) error {
		if err := l.Do("DELETE FROM piece WHERE size = 3 AND content = (SELECT content FROM node WHERE name = 'row')"); err != nil {
			return err
		}
		_, err := l.Row("SELECT hash FROM piece", nil, &hash)
		return err
	})
	if err == nil {
		err = os.Remove(r.s.db.BlobPath(hash))
	}
	if err != nil {
		t.Fatal(err)
	}
	if resp, _, err := r.fetch("GET", row, nil); err != nil || resp.StatusCode != 500 {
		t.Errorf("%v %v", resp, err)
	}
	if resp, b, err := r.fetch("GET", file, nil); err == nil {
		t.Errorf("%d %q", resp.StatusCode, b)
	}
	if found, err := r.s.Check(t.Context()); err != nil || len(found) != 2 {
		t.Errorf("%v %v", found, err)
	}
}

// Each switch that strikes downloads does what its help says.
func TestFileDownloadFaults(t *testing.T) {
	whole := bytes.Repeat([]byte("x"), 100_000)
	always := fault.Rate{P: 1}
	for name, c := range map[string]struct {
		faults fault.Faults
		check  func(t *testing.T, r *rig, address string)
	}{
		"link ends": {fault.Faults{Bytes: fault.Bytes{LinkEnds: fault.Rate{Every: 2}}}, func(t *testing.T, r *rig, address string) {
			for i, want := range []int{200, 403, 200} {
				if resp, _, err := r.fetch("GET", address, nil); err != nil || resp.StatusCode != want {
					t.Errorf("download %d: %d %v", i, resp.StatusCode, err)
				}
				if resp, _, err := r.fetch("HEAD", address, nil); err != nil || resp.StatusCode != 200 {
					t.Errorf("HEAD: %d %v", resp.StatusCode, err)
				}
			}
		}},
		"wrong": {fault.Faults{Bytes: fault.Bytes{DownWrong: always}}, func(t *testing.T, r *rig, address string) {
			if _, b, err := r.fetch("GET", address, nil); err != nil || len(b) != len(whole) || bytes.Equal(b, whole) {
				t.Errorf("%d bytes, %v", len(b), err)
			}
		}},
		"short": {fault.Faults{Bytes: fault.Bytes{DownShort: always}}, func(t *testing.T, r *rig, address string) {
			resp, b, err := r.fetch("GET", address, map[string]string{"Range": "bytes=10-19"})
			if err != nil || len(b) != 9 || resp.ContentLength != 9 {
				t.Errorf("%d bytes, %v", len(b), err)
			}
		}},
		"cut": {fault.Faults{Blobs: fault.Blobs{CutDown: always}}, func(t *testing.T, r *rig, address string) {
			if _, b, err := r.fetch("GET", address, nil); err != io.ErrUnexpectedEOF && !strings.Contains(err.Error(), "unexpected EOF") || len(b) != len(whole)/2 {
				t.Errorf("%d bytes, %v", len(b), err)
			}
		}},
		"too large": {fault.Faults{Bytes: fault.Bytes{DownMax: 10}}, func(t *testing.T, r *rig, _ string) {
			r.want(400, 23018, "POST", "/file/download", object{"fids": []string{r.ls("0")[0].FID}})
		}},
		"slow": {fault.Faults{Bytes: fault.Bytes{Speed: 10_000}}, func(t *testing.T, r *rig, address string) {
			start := time.Now()
			if _, b, err := r.fetch("GET", address, nil); err != nil || len(b) != len(whole) || time.Since(start) != 10*time.Second {
				t.Errorf("%d bytes in %v, %v", len(b), time.Since(start), err)
			}
		}},
		"no range": {fault.Faults{Blobs: fault.Blobs{NoRange: true}}, func(t *testing.T, r *rig, address string) {
			resp, b, err := r.fetch("GET", address, map[string]string{"Range": "bytes=10-19"})
			if err != nil || resp.StatusCode != 200 || len(b) != len(whole) {
				t.Errorf("%d bytes, %v", len(b), err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, c.faults, func(t *testing.T, r *rig) {
				if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"x"}, Content: whole}}); err != nil {
					t.Fatal(err)
				}
				address := ""
				if name != "too large" {
					address = r.links(r.ls("0")[0].FID)[0].URL
				}
				c.check(t, r, address)
			})
		})
	}
}

// A download that stops at 99 % ends when the client gives up, and when the service
// closes.
func TestFileDownloadStops(t *testing.T) {
	for _, closes := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := open(t, Options{Faults: fault.Faults{Bytes: fault.Bytes{DownStops: fault.Rate{P: 1}}}})
			if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"x"}, Content: make([]byte, 100_000)}}); err != nil {
				t.Fatal(err)
			}
			req, _ := http.NewRequestWithContext(t.Context(), "GET", r.links(r.ls("0")[0].FID)[0].URL, nil)
			req.Header.Set("Cookie", r.s.Cookie())
			resp, err := r.s.Transport().RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := io.ReadFull(resp.Body, make([]byte, 99_000)); err != nil {
				t.Fatal(n, err)
			}
			more := make(chan int, 1)
			go func() {
				n, _ := resp.Body.Read(make([]byte, 1))
				more <- n
			}()
			synctest.Wait()
			select {
			case n := <-more:
				t.Errorf("%d bytes come after 99 %%", n)
			default:
			}
			if closes {
				r.s.Close()
			} else {
				resp.Body.Close()
			}
			if n := <-more; n != 0 {
				t.Errorf("%d bytes come after the end", n)
			}
		})
	}
}
