//go:build unix

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
	"aloft/client/system"
	"aloft/model"
)

// childEnv makes the test binary another process of the store.
const childEnv = "ALOFT_TEST_STORE_CHILD"

type childJob struct{ Do, Dir string }

func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		os.Exit(child(spec))
	}
	os.Exit(m.Run())
}

func child(spec string) int {
	var j childJob
	err := json.Unmarshal([]byte(spec), &j)
	if err == nil {
		switch j.Do {
		case "own":
			err = ownChild(j.Dir)
		case "follow":
			err = followChild(j.Dir)
		case "lock":
			err = lockChild(j.Dir)
		case "limited":
			err = limitedChild(j.Dir)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// start starts such a process.
func start(t *testing.T, do, dir string) *procs.Process {
	t.Helper()
	spec, err := json.Marshal(childJob{do, dir})
	if err != nil {
		t.Fatal(err)
	}
	return procs.Start(t, procs.Self(childEnv+"="+string(spec)))
}

// A process that is killed in the middle of its work leaves everything that it
// acknowledged, once, and nothing that seems to go on.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	told := map[string]string{}
	messages := 0
	for round := range 4 {
		p := start(t, "own", dir)
		for n := 0; n < 300*(round+1) && p.Lines.Scan(); n++ {
			if n == 200*(round+1) {
				if err := p.Process.Kill(); err != nil { // SIGKILL
					t.Fatal(err)
				}
			}
			what, id, ok := strings.Cut(p.Lines.Text(), " ")
			if !ok || !valid(id) {
				break // the last line is torn
			}
			if what == "posted" {
				messages++
			} else {
				told[id] = what
			}
		}
		_ = p.Process.Kill()
		for p.Lines.Scan() {
			what, id, ok := strings.Cut(p.Lines.Text(), " ")
			if ok && valid(id) && what == "posted" {
				messages++
			} else if ok && valid(id) {
				told[id] = what
			}
		}
		_ = p.Wait()
		s := owned(t, dir, Options{})
		seen := map[string]int{}
		for _, d := range all(t, s) {
			seen[d.ID]++
			if seen[d.ID] > 1 || !d.State.Ended() {
				t.Fatalf("%d times: %+v", seen[d.ID], d)
			}
			switch told[d.ID] {
			case "done":
				if d.State != model.DeliveryDone {
					t.Errorf("%s was done and is %s", d.ID, d.State)
				}
			case "running":
				if d.State == model.DeliveryCut && !strings.Contains(d.Reason.String(), "while it ran") {
					t.Errorf("%s was running: %s", d.ID, d.Reason)
				}
			}
		}
		n := 0
		for id := range told {
			if seen[id] == 0 {
				t.Fatalf("%s was acknowledged and is gone", id)
			}
			if n++; n%50 == 0 {
				if b, err := s.Body(t.Context(), id); err != nil || len(b) != len("small") && len(b) != large {
					t.Errorf("the body of %s: %d bytes, %v", id, len(b), err)
				}
				d := s.Get(id)
				began := d == nil || !strings.Contains(d.Reason.String(), "nothing was run")
				if first, ok := s.Seen(id, time.Now()); ok != began || ok && first != id {
					t.Errorf("the key of %s: %v, %+v", id, ok, d)
				}
			}
		}
		for _, l := range s.Leftovers() {
			if l.PID != 0 && l.PID != p.Process.Pid || told[l.ID] == "done" {
				t.Errorf("%+v is left over, and was %s", l, told[l.ID])
			}
		}
		posts := 0
		for _, c := range s.Conversations() {
			posts += c.Messages
			if c.ID == "" {
				t.Errorf("%+v", c)
			}
		}
		if posts < messages && messages < 500 {
			t.Errorf("%d messages of %d", posts, messages)
		}
		end(t, s)
	}
	if len(told) < 300 {
		t.Errorf("only %d were tried", len(told))
	}
}

// Two other processes see what the owner sees, whatever it does.
func TestFollowers(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{lazy: 10 * time.Millisecond})
	var mu sync.Mutex
	var last [2]string
	others := [2]*procs.Process{}
	for i := range others {
		others[i] = start(t, "follow", dir)
		p := others[i]
		go func() {
			for p.Lines.Scan() {
				mu.Lock()
				last[i] = p.Lines.Text()
				mu.Unlock()
			}
		}()
	}
	same := func() bool {
		want := digest(s)
		mu.Lock()
		defer mu.Unlock()
		return last[0] == want && last[1] == want
	}
	until(t, "both see the empty store", same)
	var ids []string
	for i := range 300 {
		d := add(t, s, model.Delivery{Event: fmt.Sprint(i), State: model.DeliveryRunning}, Stored{Body: []byte(strings.Repeat("x", 200))})
		ids = append(ids, d.ID)
		d.Output = int64(i)
		s.Set(d)
		if i%3 > 0 {
			d.State, d.Ended = model.DeliveryDone, time.Now()
			s.Set(d)
		}
		switch i % 50 {
		case 10:
			s.Refuse(model.Delivery{Status: 401, Reason: model.Say("unauthorized")}, Stored{})
		case 20:
			s.Clear()
		case 30:
			c := s.Conversation("tui:a", fmt.Sprint(i%3))
			s.Turned(c.Session)
			if err := s.Post("tui:b", model.Message{Text: "hello", At: time.Now()}); err != nil {
				t.Fatal(err)
			}
		case 40:
			until(t, "both see the same", same)
		}
	}
	for _, id := range ids {
		d := *s.Get(id)
		if !d.State.Ended() {
			d.State, d.Ended = model.DeliveryFailed, time.Now()
			s.Set(d)
		}
	}
	until(t, "both see the same at the end", same)
	end(t, s)
	s = owned(t, dir, Options{})
	until(t, "both see the next owner's", same)
	for _, p := range others {
		_ = p.In.Close()
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// The lock belongs to one process, and ends with it.
func TestOneOwner(t *testing.T) {
	dir := t.TempDir()
	if _, alive, err := Owner(dir); alive || err != nil {
		t.Errorf("alive %v, %v", alive, err)
	}
	others := make([]*procs.Process, 4)
	for i := range others {
		others[i] = start(t, "lock", dir)
	}
	var owner *procs.Process
	for _, p := range others {
		if !p.Lines.Scan() {
			t.Fatal("a process said nothing")
		}
		switch what, rest, _ := strings.Cut(p.Lines.Text(), " "); {
		case what == "owner" && owner == nil:
			owner = p
		case what != "held" || !strings.Contains(rest, "receiver"):
			t.Errorf("%q", p.Lines.Text())
		}
	}
	if owner == nil {
		t.Fatal("nobody is the owner")
	}
	if _, err := Open(dir, Options{}); !errors.Is(err, system.ErrHeld) || !strings.Contains(err.Error(), fmt.Sprint(owner.Process.Pid)) {
		t.Error(err)
	}
	if h, alive, err := Owner(dir); !alive || err != nil || h.PID != owner.Process.Pid || h.State != model.HookOff {
		t.Errorf("%+v %v %v", h, alive, err)
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	if _, alive, err := Owner(dir); alive || err != nil {
		t.Errorf("alive %v, %v", alive, err)
	}
	h := owned(t, dir, Options{})
	want := Holder{PID: os.Getpid(), State: model.HookUp, Address: "127.0.0.1:9111", Open: true, Since: noon, Program: "aloft"}
	if err := h.Announce(want); err != nil {
		t.Fatal(err)
	}
	if got, alive, err := Owner(dir); !alive || err != nil || got != want {
		t.Errorf("%+v %v %v", got, alive, err)
	}
}
