//go:build !race

package run_test

// raced: the test was built with the race detector.
const raced = false
