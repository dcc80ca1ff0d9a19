package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

// Reports are the crash reports in the state folder.
type Reports struct {
	con     *console.Console
	session *Session
}

// NewReports makes no folder.
func NewReports(con *console.Console, s *Session) *Reports { return &Reports{con: con, session: s} }

// maxReports is how many reports are kept, the newest.
const maxReports = 20

// File is the path of this process's report, "" when no folder is known.
func (rs *Reports) File() string {
	if rs.session.Dirs.State == "" {
		return ""
	}
	dir := filepath.Join(rs.session.Dirs.State, "reports")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	rs.drop(dir)
	return filepath.Join(dir, time.Now().UTC().Format("20060102T150405Z")+"-"+strconv.Itoa(os.Getpid())+".txt")
}

// drop removes all but the newest; their names sort by time.
func (rs *Reports) drop(dir string) {
	all, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(all) < maxReports {
		return
	}
	slices.Sort(all)
	for _, old := range all[:len(all)-maxReports+1] {
		_ = os.Remove(old)
	}
}

// Head is the beginning of a report.
func (rs *Reports) Head(what text.Text, args ...any) string {
	v := console.Version()
	return fmt.Sprintf("aloft %s %s %s %s\n%s\n", v.Version, v.Revision, v.Go, v.System, rs.con.Say(what, args...))
}

// Write writes where the program crashed, readable by its owner only and without a
// secret, and returns the file.
func (rs *Reports) Write(head string, stack []byte) (string, error) {
	file := rs.File()
	if file == "" {
		return "", os.ErrNotExist
	}
	return file, os.WriteFile(file, []byte(rs.con.Scrub.Scrub(head+"\n"+string(stack))), 0o600)
}
