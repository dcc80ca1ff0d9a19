//go:build unix

package client

// homeVariable has the person's home folder.
const homeVariable = "HOME"
