package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// The parts of CycloneDX 1.6 that are used.
type (
	document struct {
		Schema       string       `json:"$schema"`
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Serial       string       `json:"serialNumber"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Time      string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Ref      string   `json:"bom-ref"`
		Type     string   `json:"type"`
		Name     string   `json:"name"`
		Version  string   `json:"version"`
		Hashes   []sum    `json:"hashes,omitempty"`
		Licences []choice `json:"licenses"`
		PURL     string   `json:"purl"`
	}
	sum struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	choice struct {
		Licence licence `json:"license"`
	}
	licence struct {
		ID string `json:"id"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn,omitempty"`
	}
)

// bill writes the bill of materials of a binary: the modules that it says it has.
func bill(binary, file, version, at string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	known, err := compiled(targets)
	if err != nil {
		return err
	}
	d, err := describe(info, known, sha256.Sum256(data), version, at)
	if err != nil {
		return err
	}
	out, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return write(file, append(out, '\n'))
}

func describe(info *debug.BuildInfo, known []module, digest [32]byte, version, at string) (*document, error) {
	id := bytes.Clone(digest[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8: the same binary has the same
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	hash := hex.EncodeToString(digest[:])
	own := component{Type: "application", Name: "aloft", Version: version, Licences: ids([]string{"MIT"}), Hashes: []sum{{"SHA-256", hash}},
		PURL: "pkg:generic/aloft@" + version + "?arch=" + set["GOARCH"] + "&os=" + set["GOOS"]}
	own.Ref = own.PURL
	d := &document{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Serial:   fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]),
		Metadata: metadata{at, own}, Dependencies: []dependency{{Ref: own.Ref}}}
	by := map[string]module{}
	for _, m := range known {
		by[m.path] = m
	}
	deps := append([]*debug.Module{{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}}, info.Deps...)
	for _, m := range deps {
		if m.Replace != nil { // a stand-in is aloft's own
			continue
		}
		if by[m.Path].path == "" || by[m.Path].version != m.Version {
			return nil, fmt.Errorf("%s %s is in the program, and there is no notice of it", m.Path, m.Version)
		}
		c := component{Type: "library", Name: m.Path, Version: m.Version, Licences: ids(by[m.Path].licences), PURL: "pkg:golang/" + m.Path + "@" + m.Version}
		c.Ref = c.PURL
		if b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(b) == len(digest) {
			c.Hashes = []sum{{"SHA-256", hex.EncodeToString(b)}}
		}
		d.Components = append(d.Components, c)
		d.Dependencies[0].On = append(d.Dependencies[0].On, c.Ref)
		d.Dependencies = append(d.Dependencies, dependency{Ref: c.Ref})
	}
	return d, nil
}

func ids(names []string) (out []choice) {
	for _, n := range names {
		out = append(out, choice{licence{n}})
	}
	return out
}
