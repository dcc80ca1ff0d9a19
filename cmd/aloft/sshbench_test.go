//go:build linux

package main

import (
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// Fifty people move the cursor five times a second each. Nothing is asserted but that each key is answered.
func BenchmarkSSH(b *testing.B) {
	const people, keys = 50, 50
	bin := buildAloft(b)
	home := b.TempDir()
	v := serveSSH(b, bin, home, nil)
	id := v.authorize(b, "--read-only", "--place=disk:"+manyFiles(b, 1000))
	type person struct {
		in    io.Writer
		wrote chan struct{}
	}
	join := func() person {
		c, err := gossh.Dial("tcp", v.addr, &gossh.ClientConfig{
			User: "x", Auth: []gossh.AuthMethod{gossh.PublicKeys(id.signer)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = c.Close() })
		s, err := c.NewSession()
		if err == nil {
			err = s.RequestPty("xterm-256color", 40, 120, nil)
		}
		in, inErr := s.StdinPipe()
		out, outErr := s.StdoutPipe()
		for _, e := range []error{err, inErr, outErr, s.Shell()} {
			if e != nil {
				b.Fatal(e)
			}
		}
		p := person{in, make(chan struct{}, 1)}
		listed := make(chan struct{})
		go func() {
			buf, all, seen := make([]byte, 1<<16), "", false
			for {
				n, err := out.Read(buf)
				if err != nil {
					if !seen {
						b.Errorf("no screen: %v, %s", err, all)
						close(listed)
					}
					return
				}
				if all += string(buf[:n]); !seen && strings.Contains(all, "report-000009") {
					seen = true
					close(listed)
				}
				if seen {
					all = ""
				}
				select {
				case p.wrote <- struct{}{}:
				default:
				}
			}
		}()
		<-listed
		return p
	}
	first := join()
	_, _ = io.WriteString(first.in, "\r") // the welcome, which comes once
	<-time.After(2 * time.Second)
	alone, _ := v.memory(b)
	all := []person{first}
	for len(all) < people {
		all = append(all, join())
	}
	<-time.After(3 * time.Second)
	for b.Loop() {
		_, cpu0 := v.memory(b)
		start := time.Now()
		var mu sync.Mutex
		var took []time.Duration
		var done sync.WaitGroup
		for _, p := range all {
			done.Go(func() {
				<-time.After(time.Duration(rand.Int64N(int64(200 * time.Millisecond))))
				tick := time.NewTicker(200 * time.Millisecond)
				defer tick.Stop()
				for range keys {
					<-tick.C
					select {
					case <-p.wrote:
					default:
					}
					at := time.Now()
					_, _ = io.WriteString(p.in, "j")
					select {
					case <-p.wrote:
					case <-time.After(10 * time.Second):
						b.Error("a key without an answer")
						return
					}
					mu.Lock()
					took = append(took, time.Since(at))
					mu.Unlock()
				}
			})
		}
		done.Wait()
		if b.Failed() {
			b.Fatal(v.said())
		}
		mib, cpu1 := v.memory(b)
		b.ReportMetric(median(took, 0.5), "p50-ms")
		b.ReportMetric(median(took, 0.95), "p95-ms")
		b.ReportMetric(median(took, 0.99), "p99-ms")
		b.ReportMetric((cpu1-cpu0).Seconds()/time.Since(start).Seconds(), "cores")
		b.ReportMetric(mib, "MiB")
		b.ReportMetric((mib-alone)/(people-1), "MiB/session")
	}
}

// memory is the resident set in MiB and the CPU time of the server and its workers.
func (v *sshServer) memory(tb testing.TB) (mib float64, cpu time.Duration) {
	tb.Helper()
	for _, pid := range v.processes(tb) {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil {
			continue // it has ended
		}
		_, rss, _ := strings.Cut(string(status), "VmRSS:")
		kib, _ := strconv.ParseFloat(strings.Fields(rss)[0], 64)
		stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		f := strings.Fields(string(stat)[strings.LastIndexByte(string(stat), ')')+1:])
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		mib, cpu = mib+kib/1024, cpu+time.Duration(user+system)*10*time.Millisecond
	}
	return mib, cpu
}
