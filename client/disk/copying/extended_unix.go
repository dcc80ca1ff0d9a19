//go:build linux || darwin || freebsd || netbsd

package copying

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// extended copies the extended attributes; those that after copies must follow the mode.
func (c *Copier) extended(src, dst *os.File, lose func(string, error)) (after func()) {
	from, to := int(src.Fd()), int(dst.Fd())
	var later []string
	for _, name := range names(from, lose) {
		switch isAccess, ours := copied(name); {
		case isAccess:
			later = append(later, name)
		case ours:
			lose(name, carry(from, to, name))
		}
	}
	return func() {
		// The folder of the copy may have given it lists that the source does not have.
		for _, name := range accessLists {
			if _, err := unix.Fgetxattr(to, name, nil); err == nil {
				lose(name, again(func() error { return unix.Fremovexattr(to, name) }))
			}
		}
		for _, name := range later {
			lose(name, carry(from, to, name))
		}
	}
}

// names lists the attributes of an open file.
func names(fd int, lose func(string, error)) []string {
	size, err := unix.Flistxattr(fd, nil)
	if errors.Is(err, unix.ENOTSUP) || err == nil && size == 0 {
		return nil
	}
	var b []byte
	if err == nil {
		b = make([]byte, size+256) // some may have come since
		size, err = unix.Flistxattr(fd, b)
	}
	if err != nil {
		lose("extended attributes", err)
		return nil
	}
	return strings.FieldsFunc(string(b[:size]), func(r rune) bool { return r == 0 })
}

// carry copies one attribute.
func carry(from, to int, name string) error {
	size, err := unix.Fgetxattr(from, name, nil)
	if err != nil {
		return err
	}
	b := make([]byte, size)
	if size > 0 {
		if size, err = unix.Fgetxattr(from, name, b); err != nil {
			return err
		}
	}
	return again(func() error { return unix.Fsetxattr(to, name, b[:size], 0) })
}
