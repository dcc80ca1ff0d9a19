//go:build unix

package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/system"
	"aloft/model"
)

// large is the size of a large body.
const large = 17 << 10

// ownChild works without end, and prints what was acknowledged.
func ownChild(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	var out sync.Mutex
	say := func(what, id string) {
		out.Lock()
		defer out.Unlock()
		fmt.Println(what, id)
	}
	big := strings.Repeat("b", large)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			ctx := context.Background()
			for i := 0; ; i++ {
				d := model.Delivery{ID: NewID(time.Now()), At: time.Now(), Event: "e", State: model.DeliveryWaiting, Exit: -1}
				body := "small"
				if i%7 == 0 {
					body = big
				}
				if s.Add(ctx, d, Stored{Body: []byte(body), Key: d.ID}) != nil {
					return
				}
				say("stored", d.ID)
				if w < 2 {
					continue // they are waiting when it dies
				}
				d.State, d.Started = model.DeliveryRunning, time.Now()
				s.Set(d)
				s.Started(d.ID, os.Getpid(), "begun")
				say("running", d.ID)
				d.State, d.Ended, d.Exit = model.DeliveryDone, time.Now(), 0
				s.Set(d)
				if s.Settle(ctx) != nil {
					return
				}
				say("done", d.ID)
				if s.Post(fmt.Sprintf("tui:%d", w), model.Message{Text: d.ID, At: time.Now()}) == nil {
					say("posted", d.ID)
				}
			}
		})
	}
	wg.Wait()
	return nil
}

// digest is everything that a person would see.
func digest(s *Store) string {
	var b strings.Builder
	b.WriteString(rows(s))
	for _, c := range s.Conversations() {
		fmt.Fprintf(&b, "%s %s %s %d %d %q %v\n", c.Session, c.ID, c.Project, c.Turns, c.Messages, c.Last.Text, c.Last.At.UTC())
	}
	sum := sha256.Sum256([]byte(b.String()))
	return fmt.Sprintf("%x", sum[:8])
}

// followChild prints what it sees until its input ends.
func followChild(dir string) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	s, err := Follow(ctx, dir, Options{})
	if err != nil {
		return err
	}
	for ok := true; ok; _, ok = <-s.Changes() {
		fmt.Println(digest(s))
	}
	return s.Close()
}

// lockChild tries to become the owner.
func lockChild(dir string) error {
	s, err := Open(dir, Options{})
	if errors.Is(err, system.ErrHeld) {
		fmt.Println("held", err)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Println("owner", os.Getpid())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Close()
}

// limitedChild may write files of a limited size only.
func limitedChild(dir string) error {
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 200_000, Max: 200_000}); err != nil {
		return err
	}
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	for range 300 {
		d := model.Delivery{ID: NewID(time.Now()), At: time.Now(), State: model.DeliveryIgnored}
		if err := s.Add(context.Background(), d, Stored{Body: make([]byte, 1000)}); err != nil {
			fmt.Println("failed", d.ID)
		} else {
			fmt.Println("stored", d.ID)
		}
	}
	return s.Close()
}
