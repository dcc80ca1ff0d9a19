//go:build !race

package main

// raceDetector: this is a build with the race detector, which takes its own time and memory.
const raceDetector = false
