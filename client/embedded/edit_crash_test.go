//go:build unix

package embedded

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
)

// editChild in the environment, beside childDir, makes this test binary a process
// that edits a document, "ID STEP COUNT": it kills itself when it reaches the step
// for the count-th time, or goes on until it is killed.
const editChild = "ALOFT_EMBEDDED_EDIT"

// childEdits writes "(pid.n)" at the end of the document, now and then with an
// image, and prints each version that was acknowledged.
func childEdits(dir, job string) {
	fatal := func(v ...any) { fmt.Println(append([]any{"error"}, v...)...); os.Exit(3) }
	parts := strings.Split(job, "|")
	left, _ := strconv.Atoi(parts[2])
	s, err := Open(context.Background(), Options{Dir: dir, onStep: func(name string) {
		if name != parts[1] {
			return
		}
		if left--; left == 0 {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {}
		}
	}})
	if err != nil {
		fatal(err)
	}
	d := &desk{t: &testing.T{}, s: s, token: s.Token()}
	ask := func(tool string, args object) reading {
		args["file_id"] = parts[0]
		body, err := encodeCall(1, tool, args)
		if err != nil {
			fatal(err)
		}
		a, err := d.speak(context.Background(), body)
		if err != nil || a.Result == nil || len(a.Result.Content) != 1 {
			fatal(tool, err, a.raw)
		}
		return decode(d.t, a.Result.Content[0].Text)
	}
	for n := range 2000 {
		word := fmt.Sprintf("(%d.%d)", os.Getpid(), n)
		for done := false; !done; {
			last := ask("doc.get_last_operable_pos", object{})
			out := ask("doc.insert_text", object{"index": last.num("position"), "text": word, "version_info": object{"base_version": last.num("version")}})
			if done = out["err_msg"] == ""; done {
				fmt.Println("made", out.num("new_version"), word)
			} else if !strings.Contains(out.str("err_msg"), "version") {
				fatal(out)
			}
		}
		if n%10 == 3 {
			out := ask("doc.insert_image", object{"index": 0, "content": b64(string(pixelPNG()) + word)})
			fmt.Println("made", out.num("new_version"), "image")
		}
	}
	os.Exit(0)
}

// told are the versions that a child acknowledged, and the words it wrote.
type told struct {
	newest int64
	words  []string
}

func (d *told) read(out []byte) error {
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var v int64
		var word string
		if _, err := fmt.Sscanf(lines.Text(), "made %d %s", &v, &word); err != nil {
			return errors.New(lines.Text())
		}
		d.newest = max(d.newest, v)
		d.words = append(d.words, word)
	}
	return nil
}

// acknowledged compares the reopened document with what was printed: every
// acknowledged word, in the order of its writer, and at most one more for each of
// them.
func (k *clerk) acknowledged(all ...told) {
	k.t.Helper()
	content := strings.ReplaceAll(k.content(), `\`, "")
	images := len(k.ask("doc.get_images", nil).list("images"))
	newest, wrote := int64(0), 0
	for _, d := range all {
		newest = max(newest, d.newest)
		from := 0
		for _, w := range d.words {
			if w == "image" {
				wrote++
				continue
			}
			i := strings.Index(content[from:], w)
			if i < 0 {
				k.t.Fatalf("%s was told, but is not there", w)
			}
			from += i
		}
	}
	if v := k.version(); v < newest || v > newest+int64(len(all)) {
		k.t.Errorf("version %d, of which %d was told", v, newest)
	}
	if images < wrote || images > wrote+len(all) {
		k.t.Errorf("%d images, %d were told", images, wrote)
	}
	for _, img := range k.ask("doc.get_images", nil).list("images") {
		if res, b := k.get(img.str("image_url")); res.StatusCode != 200 || !bytes.HasPrefix(b, []byte("\x89PNG")) {
			k.t.Error(res.Status)
		}
	}
}

func (k *clerk) child(step string, count int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+strings.TrimSuffix(k.s.Path(), "aloft.db"), editChild+"="+fmt.Sprintf("%s|%s|%d", k.id, step, count))
	return cmd
}

// Killed at each step of an edit and of a snapshot: the reopened document is some
// acknowledged version, never older than the last one (design, property 11).
func TestCrashWhileEditing(t *testing.T) {
	for _, c := range []struct {
		step  string
		count int
	}{
		{"edit made", 1}, {"edit written", 1}, {"edit kept", 1},
		{"edit made", 5}, {"edit written", 5}, {"edit kept", 5}, // the fifth is an image
		{"snapshot made", 1}, {"snapshot written", 1}, {"snapshot kept", 1},
	} {
		t.Run(fmt.Sprint(c.step, c.count), func(t *testing.T) {
			t.Parallel()
			k := openClerk(t, fault.Docs{})
			out, err := k.child(c.step, c.count).Output()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Exited() {
				t.Fatalf("the process was to be killed: %v %s", err, out)
			}
			var d told
			if err := d.read(out); err != nil {
				t.Fatal(err)
			}
			k.s.word.Forget()
			k.acknowledged(told{newest: max(2, d.newest), words: d.words})
			k.edit("doc.insert_text", object{"index": k.last(), "text": "goes on"})
			k.has("after a kill", "goes on")
			check(t, k.s)
		})
	}
}

// Two processes and this one edit one document; both are killed while they do.
func TestProcessesEditOneDocument(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	var outs [2]bytes.Buffer
	var wg sync.WaitGroup
	enough := make(chan struct{}, 2)
	var cmds []*exec.Cmd
	for i := range outs {
		p := procs.Start(t, k.child("none", 0))
		cmds = append(cmds, p.Cmd)
		wg.Go(func() {
			n := 0
			for p.Lines.Scan() {
				outs[i].WriteString(p.Lines.Text() + "\n")
				if n++; n == 60 {
					enough <- struct{}{}
				}
			}
		})
	}
	mine := told{}
	for i := range 20 {
		w := fmt.Sprintf("(mine.%d)", i)
		a := k.ask("doc.insert_text", object{"index": 0, "text": w})
		mine.newest = a.num("new_version")
		defer func() { k.has("mine", w) }()
	}
	for range cmds {
		select {
		case <-enough:
		case <-time.After(30 * time.Second):
			t.Fatal("a child does nothing")
		}
	}
	for _, cmd := range cmds {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	var all []told
	for i := range outs {
		// The last line may be cut off.
		b := outs[i].Bytes()
		var d told
		if err := d.read(b); err != nil {
			t.Error(err)
		}
		all = append(all, d)
	}
	k.acknowledged(all...)
	before := k.stored(0)
	k.s.word.Forget()
	if !bytes.Equal(k.stored(0), before) {
		t.Error("the file has another document than the memory")
	}
	check(t, k.s)
}
