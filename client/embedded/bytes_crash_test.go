//go:build unix

package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sendChild in the environment, beside childDir, makes this test binary a process
// that uploads a file of two parts and kills itself when a step comes for the n-th
// time.
const sendChild = "ALOFT_EMBEDDED_SEND"

// childSends is that process: it prints the answer to its first call.
func childSends(dir, at string) {
	step, times, _ := strings.Cut(at, "|")
	left, _ := strconv.Atoi(times)
	s, err := Open(context.Background(), Options{Dir: dir, onStep: func(name string) {
		if name != step {
			return
		}
		if left--; left > 0 {
			return
		}
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {}
	}})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(3)
	}
	r := &rig{t: &testing.T{}, s: s}
	first, err := r.tryBare("/file/upload/pre", object{"pdir_fid": "0", "file_name": "x", "size": 2000})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(3)
	}
	fmt.Println(first.raw)
	u := r.resume(first.raw)
	b := noise(2000, 1)
	u.whole(b)
	os.Exit(0)
}

// tryBare is try for a rig without a running test.
func (r *rig) tryBare(path string, body any) (envelope, error) {
	req, err := newRequest(context.Background(), http.MethodPost, path, body)
	if err != nil {
		return envelope{}, err
	}
	req.Header.Set("Cookie", r.s.Cookie())
	return r.send(req)
}

// resume goes on with the upload of an answer.
func (r *rig) resume(answer string) *sender {
	u := &sender{t: r.t, ctx: context.Background(), send: r.s.Transport(), call: func(path string, body any) envelope {
		env, err := r.tryBare(path, body)
		if err != nil {
			panic(err)
		}
		return env
	}}
	if err := json.Unmarshal([]byte(answer), u); err != nil {
		panic(err)
	}
	return u
}

// whole sends both parts, completes and finishes.
func (u *sender) whole(b []byte) envelope {
	u.hash(b)
	var etags []string
	for n := range 2 {
		status, etag, said, err := u.part(n+1, b[n*1000:n*1000+1000], nil)
		if err != nil || status != 200 && status != 409 && status != 404 {
			panic(fmt.Sprint(status, said, err))
		}
		if status == 404 { // completed before
			etag = "x"
		}
		etags = append(etags, etag)
	}
	u.complete(list([]int{1, 2}, etags), nil)
	return u.finish()
}

// Killed at each step of an upload: nothing half is to be seen, and the next process
// takes what the first had not sent yet.
func TestCrashInAnUpload(t *testing.T) {
	for _, c := range []struct {
		step string
		half int  // files that were being written
		over bool // the entry is there
	}{
		{step: "part written|1", half: 1},
		{step: "part kept|1"},
		{step: "part stored|1"},
		{step: "part written|2", half: 1},
		{step: "part kept|2"},
		{step: "part stored|2"},
		{step: "upload completed|1"},
		{step: "upload settled|1", over: true},
	} {
		t.Run(c.step, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childDir+"="+dir, sendChild+"="+c.step)
			out, err := cmd.Output()
			if err == nil || cmd.ProcessState.Exited() {
				t.Fatalf("the process was to be killed at %s: %v %s", c.step, err, out)
			}
			if half, _ := filepath.Glob(filepath.Join(dir, "blobs", ".*")); len(half) != c.half {
				t.Errorf("%d files were being written, want %d", len(half), c.half)
			}
			r := open(t, Options{Dir: dir})
			if (r.names("0") == "x") != c.over || !c.over && r.names("0") != "" {
				t.Errorf("the drive has %q", r.names("0"))
			}
			b := noise(2000, 1)
			if env := r.resume(string(out)).whole(b); env.http != 200 || env.str(t, "fid") != r.fid("x") {
				t.Fatal(env.raw)
			}
			if _, got, err := r.fetch("GET", r.links(r.fid("x"))[0].URL, nil); err != nil || !bytes.Equal(got, b) {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			if err := r.s.db.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
			if n := blobCount(t, r.s); n != 2 {
				t.Errorf("%d files", n)
			}
			check(t, r.s)
		})
	}
}

// Over a connection the parts go to bucket.host as clients build it, and no resolver
// is needed for it.
func TestServeTakesUploads(t *testing.T) {
	_, v := serveTest(t, Options{})
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	call := func(path string, body any) envelope {
		req, err := newRequest(t.Context(), "POST", path, body)
		if err != nil {
			t.Fatal(err)
		}
		req.URL.Host = strings.TrimPrefix(v.Drive, "http://")
		req.Host = ""
		req.Header.Set("Cookie", v.Cookie)
		resp, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var raw bytes.Buffer
		if _, err := raw.ReadFrom(resp.Body); err != nil {
			t.Fatal(err)
		}
		env := envelope{http: resp.StatusCode, raw: raw.String()}
		if err := json.Unmarshal(raw.Bytes(), &env); err != nil {
			t.Fatal(err)
		}
		return env
	}
	u := &sender{t: t, ctx: t.Context(), send: c.Transport, call: call}
	first := call("/file/upload/pre", object{"pdir_fid": "0", "file_name": "x", "size": 2000})
	if err := json.Unmarshal([]byte(first.raw), u); err != nil {
		t.Fatal(err)
	}
	if u.Data.Bucket+"."+strings.TrimPrefix(u.Data.Address, "http://") != strings.TrimPrefix(v.Drive, "http://") {
		t.Errorf("bucket %s at %s", u.Data.Bucket, u.Data.Address)
	}
	b := noise(2000, 1)
	fid := u.whole(b).str(t, "fid")
	var links []given
	if err := json.Unmarshal(call("/file/download", object{"fids": []string{fid}}).Data, &links); err != nil || !strings.HasPrefix(links[0].URL, v.Drive+"/") {
		t.Fatal(err, links)
	}
	req, _ := http.NewRequestWithContext(t.Context(), "GET", links[0].URL, nil)
	req.Header.Set("Cookie", v.Cookie)
	req.Header.Set("Range", "bytes=990-1009")
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var got bytes.Buffer
	if _, err := got.ReadFrom(resp.Body); err != nil || resp.StatusCode != 206 || !bytes.Equal(got.Bytes(), b[990:1010]) {
		t.Errorf("%d %q %v", resp.StatusCode, got.Bytes(), err)
	}
}
