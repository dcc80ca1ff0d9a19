package disk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/disk"
)

// A folder of 100,000 files, listed whole.
func BenchmarkList(b *testing.B) {
	dir := b.TempDir()
	for i := range 100_000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("a file %06d.txt", i)), nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	s := disk.New()
	b.ReportAllocs()
	for b.Loop() {
		l, err := s.List(b.Context(), place(dir), client.Options{})
		if err != nil || len(l.Entries) != 100_000 {
			b.Fatal(len(l.Entries), err)
		}
	}
}
