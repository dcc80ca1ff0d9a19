// Command messages collects the program's messages into the file that translators
// work from, and makes the pseudo-locale, which shows what cannot be translated.
// Run it by "go generate ./model/text" after a message was added or changed. It keeps
// what people have translated.
//
//	go run ./cmd/messages missing zh-Hans >todo.json    # {"English": ""} of what has no translation
//	go run ./cmd/messages merge zh-Hans todo.json       # into the language's file, without what nothing says any more
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "missing":
		return missing(args[1])
	case len(args) == 3 && args[0] == "merge":
		return merge(args[1], args[2])
	case len(args) == 1:
		return write(args[0])
	}
	return errors.New("messages ROOT | missing LANGUAGE | merge LANGUAGE FILE")
}

// write updates the files below root, the folder of go.mod.
func write(root string) error {
	h, err := load(root)
	if err != nil {
		return err
	}
	files, err := render(h.messages())
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			return err
		}
	}
	others, err := filepath.Glob(languageFile(root, "*"))
	if err != nil {
		return err
	}
	for _, path := range others { // in the order of their messages, so that each is in one place
		l, err := open(root, strings.TrimSuffix(filepath.Base(path), ".json"))
		if err != nil {
			return err
		}
		data, err := encode(l, " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// missing prints what a language cannot say yet.
func missing(name string) error {
	h, err := load(".")
	if err != nil {
		return err
	}
	l, err := open(".", name)
	if err != nil {
		return err
	}
	out := map[string]string{}
	for _, m := range h.messages() {
		if _, ok := l.Messages[m.Message]; !ok {
			out[m.Message] = ""
		}
	}
	data, err := encode(out, " ")
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(data)
	return err
}

// merge takes translations into the file of a language. What is empty is not yet translated.
func merge(name, from string) error {
	h, err := load(".")
	if err != nil {
		return err
	}
	l, err := open(".", name)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var given map[string]string
	if err := json.Unmarshal(data, &given); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	l.take(given, h.messages())
	if data, err = encode(l, " "); err != nil {
		return err
	}
	return os.WriteFile(languageFile(".", name), data, 0o644)
}
