package store

import "os"

// lockedBy: the system does not tell who has locked a byte, and no process is ever stopped.
func lockedBy(*os.File, int64) int { return 0 }
