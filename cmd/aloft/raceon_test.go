//go:build unix && race

package main

// raceDetector reports a build with the race detector, which needs more time and
// memory.
const raceDetector = true
