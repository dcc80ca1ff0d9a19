package run

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"aloft/client/holder"
)

// Supervisors run commands. Here the system supervises: each command is in a job object,
// which has all processes that it starts, whatever they do, and ends them when this
// program ends, however that happens. The zero value is ready.
type Supervisors struct{}

// Close has nothing to end.
func (*Supervisors) Close() {}

func (*Supervisors) take() (*process, bool, error) {
	return &process{words: make(chan word, 8), stopped: make(chan struct{})}, true, nil
}

func (*Supervisors) wait(*process) {}

// process is a command in its job object.
type process struct {
	words   chan word // closed when nothing is left
	cmd     *exec.Cmd
	job     windows.Handle
	stopped chan struct{}
	once    sync.Once
}

func (p *process) stop() { p.once.Do(func() { close(p.stopped) }) }
func (p *process) kill() { p.stop() }
func (p *process) end()  { p.stop() }

// give starts the command, with these files as its standard input and outputs.
func (p *process) give(o *order, files []*os.File) error {
	p.words <- word{Took: true}
	if err := p.begin(o, files); err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		p.words <- word{Errno: int(max(errno, 1))}
		close(p.words)
		return nil
	}
	pid := p.cmd.Process.Pid
	p.words <- word{PID: pid, Start: holder.Of(pid).Since}
	go p.live(o)
	return nil
}

func texts(all [][]byte) (out []string) {
	for _, b := range all {
		out = append(out, string(b))
	}
	return out
}

// begin starts the command suspended, so that it is in its job before it can start
// anything. It gets a console of its own that nobody sees: it cannot write over the screen.
func (p *process) begin(o *order, files []*os.File) (err error) {
	if p.job, err = newJob(); err != nil {
		return err
	}
	p.cmd = &exec.Cmd{Path: string(o.Path), Args: texts(o.Argv), Dir: string(o.Dir), Env: texts(o.Env), Stdin: files[0], Stdout: files[1], Stderr: files[2],
		SysProcAttr: &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW}}
	if err = p.cmd.Start(); err == nil {
		err = p.assign()
		if err != nil {
			_ = p.cmd.Process.Kill()
			_ = p.cmd.Wait()
		}
	}
	if err != nil {
		_ = windows.CloseHandle(p.job)
	}
	return err
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	if err := limit(job, windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE); err != nil {
		_ = windows.CloseHandle(job)
		return 0, err
	}
	return job, nil
}

func limit(job windows.Handle, flags uint32) error {
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: flags}}
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	return err
}

// assign puts the suspended process into its job and lets it run.
func (p *process) assign() error {
	pid := uint32(p.cmd.Process.Pid)
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(h) //nolint:errcheck // nothing was written through it
	if err := windows.AssignProcessToJobObject(p.job, h); err != nil {
		return err
	}
	return resume(pid)
}

// resume lets the only thread of a suspended process run.
func resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(all) //nolint:errcheck // nothing was written through it
	t := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &t); err == nil; err = windows.Thread32Next(all, &t) {
		if t.OwnerProcessID != pid {
			continue
		}
		h, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, t.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(h)
		return errors.Join(err, windows.CloseHandle(h))
	}
	return err
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	userTime, kernelTime, periodUser, periodKernel int64
	faults, total, active, terminated              uint32
}

// jobAccounting is JobObjectBasicAccountingInformation.
const jobAccounting = 1

// living is how many processes of the command run.
func (p *process) living() int {
	var a accounting
	if windows.QueryInformationJobObject(p.job, jobAccounting, uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil) != nil {
		return 0
	}
	return int(a.active)
}

// live waits for the end of everything.
func (p *process) live(o *order) {
	defer close(p.words)
	defer windows.CloseHandle(p.job) //nolint:errcheck // nothing is left in it
	ended := make(chan uint32, 1)
	go func() {
		_ = p.cmd.Wait() // the code says it
		ended <- uint32(p.cmd.ProcessState.ExitCode())
	}()
	var late <-chan time.Time
	if o.Limit > 0 {
		t := time.NewTimer(o.Limit)
		defer t.Stop()
		late = t.C
	}
	stopped := p.stopped
	every := 25 * time.Millisecond
	var again <-chan time.Time
	for over := false; ; {
		select {
		case status := <-ended:
			over, late = true, nil
			if o.Left == BackgroundCommand {
				p.killAll()
			}
			if o.Left == BackgroundFree {
				_ = limit(p.job, 0) // they may outlive this program
			}
			left := p.living()
			p.words <- word{Ended: true, Status: status, Left: left, Clear: left == 0}
			if left == 0 {
				return
			}
			again = time.After(every)
		case <-late:
			p.words <- word{Late: true}
			p.killAll()
		case <-stopped:
			stopped = nil
			p.killAll()
		case <-again:
			left := p.living()
			if over && left == 0 {
				p.words <- word{Clear: true}
				return
			}
			if left > MaxLeft {
				p.words <- word{Crowd: true}
				p.killAll()
			}
			every = min(2*every, time.Second)
			again = time.After(every)
		}
	}
}

// killed is the exit code of what is ended here, as of a shell for SIGKILL.
const killed = 137

// killAll ends all processes of the command at once: there is no way to ask a process
// without a window.
func (p *process) killAll() { _ = windows.TerminateJobObject(p.job, killed) }
