package receive

// openFiles: there is no limit that a program could reach.
func openFiles() uint64 { return 2 * maxConns }
