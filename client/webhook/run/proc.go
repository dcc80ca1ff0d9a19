package run

// proc is one entry of the system's table of processes.
type proc struct {
	pid, ppid, group, session int
	start                     string // start time: with pid it identifies a process for good
	dead                      bool   // a zombie
}
