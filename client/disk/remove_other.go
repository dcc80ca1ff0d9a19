//go:build !windows

package disk

import "os"

func remove(folder *os.Root, name string) error { return folder.Remove(name) }

func removeAll(folder *os.Root, name string) error { return folder.RemoveAll(name) }
