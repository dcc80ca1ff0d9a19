package receive

// openFiles: there is no limit that a program could reach.
func openFiles() uint64 { return 2 * maxConns }

// closeOnExec: nobody starts a program with sockets here.
func closeOnExec(int) {}
