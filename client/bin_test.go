package client_test

import (
	"testing"
	"time"

	"aloft/client"
)

func TestTheLatestDeletionIsFirst(t *testing.T) {
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	all := []client.BinEntry{{Record: "x"}, {Record: "b", Deleted: at(2)}, {Record: "y"}, {Record: "a", Deleted: at(3)}, {Record: "c", Deleted: at(1)}}
	client.LatestFirst(all)
	got := ""
	for _, b := range all {
		got += b.Record
	}
	if got != "abcxy" {
		t.Error(got)
	}
}
