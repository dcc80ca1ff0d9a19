// Package gate decides when a request of an account may be sent: at least the gap
// apart as seen by the server, over all processes of the user on this host, or on
// several that share a Redis server, urgent requests first, and mutations only while the
// ids that they use are fresh.
//
// A small file per account, guarded by a file lock, says when the next request may
// be sent. Nobody reserves a time in it: a process waits until the slot is open,
// takes the lock, reads the file again, writes that the slot is taken, sends, and
// unlocks. So a process that dies or is stopped anywhere costs at most its own
// slot, and a lost or damaged file costs a few gaps of waiting. Where several hosts
// share an account, a server has the state and a lock too, and the file is the copy of
// its host (package redis).
//
// ARCHITECTURE.md has the states of all that is in here, and the file of each.
package gate
