// Command aloft is a two-pane file manager for a cloud drive.
package main

import "os"

func main() { os.Exit(Main(os.Args[1:])) }

// Main runs the program and gives its exit code.
func Main(args []string) int { return 0 }
