package clienttest

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (d *ByteDrive) id(kind string) string {
	d.last++
	sum := md5.Sum([]byte(kind + strconv.Itoa(d.last)))
	return hex.EncodeToString(sum[:])
}

// Put makes a file, and the folders on its path.
func (d *ByteDrive) Put(path string, body []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := strings.Split(path, "/")
	parent := "0"
	for _, n := range names[:len(names)-1] {
		f := d.child(parent, n)
		if f == nil {
			f = d.add(parent, n, true, nil)
		}
		parent = f.id
	}
	name := names[len(names)-1]
	if old := d.child(parent, name); old != nil {
		delete(d.nodes, old.id)
	}
	d.add(parent, name, false, body)
}

// Remove deletes what is at a path, with all in it.
func (d *ByteDrive) Remove(path string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := "0"
	for _, n := range strings.Split(path, "/") {
		id = d.child(id, n).id
	}
	d.remove(id)
}

func (d *ByteDrive) add(parent, name string, folder bool, body []byte) *byteNode {
	now := time.Now
	if d.Now != nil {
		now = d.Now
	}
	n := &byteNode{d.id("fid"), parent, name, folder, body, now(), 0}
	d.nodes[n.id] = n
	return n
}

func (d *ByteDrive) child(parent, name string) *byteNode {
	for _, n := range d.nodes {
		if n.parent == parent && n.name == name {
			return n
		}
	}
	return nil
}

// Files are the files with their paths.
func (d *ByteDrive) Files() map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := map[string]string{}
	for _, n := range d.nodes {
		if n.folder {
			continue
		}
		path := n.name
		for p := d.nodes[n.parent]; p != nil; p = d.nodes[p.parent] {
			path = p.name + "/" + path
		}
		out[path] = string(n.body)
	}
	return out
}

func (d *ByteDrive) copy(n *byteNode, parent string) {
	body := bytes.Clone(n.body)
	if d.Keeps != nil && !n.folder {
		if body = d.Keeps(n.name, body); body == nil {
			return
		}
	}
	made := d.add(parent, n.name, n.folder, body)
	for _, kid := range slices.Collect(maps.Values(d.nodes)) {
		if kid.parent == n.id {
			d.copy(kid, made.id)
		}
	}
}

func (d *ByteDrive) remove(id string) {
	for _, n := range slices.Collect(maps.Values(d.nodes)) {
		if n.parent == id {
			d.remove(n.id)
		}
	}
	delete(d.nodes, id)
}
