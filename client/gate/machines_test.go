//go:build unix

package gate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/redis"
	"aloft/client/gate/state"
)

// What runs on a real server is a benchmark: go test runs on machines that have none,
// and .ci/run installs one.

// far is the server of a child's job; nil when it has none.
func (j job) far() (state.Far, error) {
	if j.Redis == "" {
		return nil, nil
	}
	return redis.New(redis.Options{URL: j.Redis, Password: func(context.Context) (string, error) { return j.Password, nil }})
}

// redisServer is a real server on a port of its own, with a password.
type redisServer struct {
	t        testing.TB
	program  string
	dir, url string
	port     int
	password string
	process  *exec.Cmd
}

func startRedis(t testing.TB) *redisServer {
	s := &redisServer{t: t, dir: t.TempDir(), password: "not-for-eyes"}
	for _, name := range []string{"valkey-server", "redis-server"} {
		if path, err := exec.LookPath(name); err == nil && s.program == "" {
			s.program = path
		}
	}
	if s.program == "" {
		t.Fatal("neither valkey-server nor redis-server is installed (apt-get install valkey-server or redis-server)")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	s.url = fmt.Sprintf("redis://127.0.0.1:%d/0", s.port)
	// It saves its data when it is ended, so that after a kill it comes back with old ones.
	conf := fmt.Sprintf("port %d\nbind 127.0.0.1\ndir %s\nsave 3600 1\nappendonly no\nrequirepass %s\n", s.port, s.dir, s.password)
	if err := os.WriteFile(filepath.Join(s.dir, "conf"), []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(func() { s.end(syscall.SIGKILL) })
	return s
}

func (s *redisServer) start() {
	s.process = exec.Command(s.program, filepath.Join(s.dir, "conf"))
	if err := s.process.Start(); err != nil {
		s.t.Error(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for file.Pause(ctx, 10*time.Millisecond) {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port)); err == nil {
			_ = c.Close()
			return
		}
	}
	s.t.Error("the server does not start")
}

func (s *redisServer) end(by os.Signal) {
	_ = s.process.Process.Signal(by)
	_ = s.process.Wait()
}

// twoMachines runs three processes on each of two machines, which share nothing but a
// server; it kills and stops processes, and ends the server and starts it again, with
// the data of its end or with older ones.
func twoMachines(t testing.TB, gap, d, every time.Duration) {
	s := startRedis(t)
	f := &far{}
	f.start(t)
	dirs := []string{t.TempDir(), t.TempDir()}
	var jobs []job
	for i := range 6 {
		jobs = append(jobs, job{Dir: dirs[i%2], URL: f.URL, Class: client.Class(i / 2 % 2), Gap: gap, For: time.Hour, Redis: s.url, Password: s.password})
	}
	c := newCrew(t, jobs)
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	r := rand.New(rand.NewPCG(3, 5))
	var kills, stops, ends, crashes int
	for n := 1; file.Pause(ctx, every/2+time.Duration(r.Int64N(int64(every)))); n++ {
		i := r.IntN(len(c.procs))
		c.mu.Lock()
		p := c.procs[i].Process
		c.mu.Unlock()
		switch {
		case n%14 == 0:
			s.end(syscall.SIGKILL)
			crashes++
			file.Pause(ctx, time.Duration(r.Int64N(int64(2*time.Second))))
			s.start()
		case n%14 == 7:
			s.end(syscall.SIGTERM)
			ends++
			file.Pause(ctx, time.Duration(r.Int64N(int64(time.Second))))
			s.start()
		case n%2 == 0:
			_ = p.Kill()
			c.start(i)
			kills++
		default:
			_ = p.Signal(syscall.SIGSTOP)
			time.AfterFunc(time.Duration(r.Int64N(int64(2*every))), func() { _ = p.Signal(syscall.SIGCONT) })
			stops++
		}
	}
	c.mu.Lock()
	for _, p := range c.procs {
		_ = p.Process.Kill()
	}
	c.mu.Unlock()
	c.wg.Wait()
	gaps := f.arrivalGaps()
	if len(gaps) < int(d/gap)/4 {
		t.Fatalf("only %d requests", len(gaps)+1)
	}
	by := [2]int{}
	for i, w := range c.waits {
		by[i%2] += len(w)
	}
	early, worst := f.early(gap)
	t.Logf("%s: %d requests, %d and %d claims of the machines, least gap %v, median %v; %d kills, %d stops, the server ended %d times and killed %d times",
		filepath.Base(s.program), len(gaps)+1, by[0], by[1], gaps[0], gaps[len(gaps)/2], kills, stops, ends, crashes)
	if early > 0 {
		t.Errorf("%d of %d requests came early, the worst after %v", early, len(gaps), worst)
	}
	if min(by[0], by[1]) == 0 {
		t.Errorf("a machine sent nothing: %v", by)
	}
}

// BenchmarkTwoMachines is a test at the real gap:
// go test -run '^$' -bench TwoMachines/20s -benchtime 1x -v ./client/gate
func BenchmarkTwoMachines(b *testing.B) {
	for _, d := range []time.Duration{20 * time.Second, 60 * time.Second} {
		b.Run(fmt.Sprintf("%.0fs", d.Seconds()), func(b *testing.B) {
			for b.Loop() {
				twoMachines(b, 500*time.Millisecond, d, 400*time.Millisecond)
			}
		})
	}
}

// BenchmarkRealServer is a test of what the server in memory of the other tests does
// not have: a password that is wrong, and one that is right.
func BenchmarkRealServer(b *testing.B) {
	for b.Loop() {
		s := startRedis(b)
		for password, fine := range map[string]bool{s.password: true, "wrong-not-for-eyes": false, "": false} {
			far, err := job{Redis: s.url, Password: password}.far()
			if err != nil {
				b.Fatal(err)
			}
			g, err := Open(Options{Dir: b.TempDir(), Name: "n", Gap: 500 * time.Millisecond, Wire: RoundTripperWire(inProcess{}), Far: far})
			if err != nil {
				b.Fatal(err)
			}
			_, err = g.Do(b.Context(), get(""))
			var e *client.Error
			switch {
			case fine && err != nil:
				b.Error(err)
			case !fine && (!errors.As(err, &e) || e.Kind != client.KindAuth || strings.Contains(err.Error(), "not-for-eyes")):
				b.Errorf("with %q: %v", password, err)
			}
			_ = g.Close()
		}
	}
}
