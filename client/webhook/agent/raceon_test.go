//go:build race

package agent_test

// raced: the test was built with the race detector.
const raced = true
