package run

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// tree is the processes of a command: the system keeps them in a job object, which has all that it starts, whatever they
// do, and ends them when this program ends, however that happens.
type tree struct{ job windows.Handle }

// start starts the command suspended, so that it is in its job before it can start
// anything. It gets a console of its own that nobody sees: it cannot write over the screen.
func (t *tree) start(cmd *exec.Cmd, _ Background) (err error) {
	if t.job, err = newJob(); err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW}
	if err = cmd.Start(); err == nil {
		if err = t.assign(uint32(cmd.Process.Pid)); err != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	if err != nil {
		t.close()
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
func (t *tree) assign(pid uint32) error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(h) //nolint:errcheck // nothing was written through it
	if err := windows.AssignProcessToJobObject(t.job, h); err != nil {
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
func (t *tree) living() int {
	var a accounting
	if windows.QueryInformationJobObject(t.job, jobAccounting, uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil) != nil {
		return 0
	}
	return int(a.active)
}

// killed is the exit code of what is ended here, as of a shell for SIGKILL.
const killed = 137

// ask ends them: there is no way to ask a process without a window.
func (t *tree) ask()         { t.kill() }
func (t *tree) kill()        { _ = windows.TerminateJobObject(t.job, killed) }
func (t *tree) close()       { _ = windows.CloseHandle(t.job) }
func (t *tree) free()        { _ = limit(t.job, 0) } // they may outlive this program
func (t *tree) name() string { return "" }

// KillLeft and Sweep have nothing to do: what an earlier process of this program ran has
// ended with it, by the system.
func KillLeft(int, string) bool { return false }
func Sweep()                    {}

// howItEnded returns the exit code; there are no signals here.
func howItEnded(s *os.ProcessState) (exit int, signal string) { return s.ExitCode(), "" }

// mayEnter: nobody says before it is tried.
func mayEnter(string) error { return nil }

// isTooLong: the command line or the environment is too large.
func isTooLong(err error) bool {
	return errors.Is(err, windows.ERROR_FILENAME_EXCED_RANGE) || errors.Is(err, windows.ERROR_BUFFER_OVERFLOW)
}
