//go:build unix

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/rogpeppe/go-internal/testscript"
)

// tool ENDPOINT TOKEN NAME ARGUMENTS: calls a tool as any other program would,
// and prints what it answers. With ! it must be refused.
func callTool(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: tool ENDPOINT TOKEN NAME ARGUMENTS")
	}
	if !json.Valid([]byte(args[3])) {
		ts.Fatalf("no JSON: %s", args[3])
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, args[2], args[3])
	r, err := http.NewRequest(http.MethodPost, args[0], bytes.NewReader([]byte(body)))
	ts.Check(err)
	r.Header.Set("Authorization", args[1])
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	ts.Check(err)
	var answer struct {
		Error  *struct{ Message string }
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	ts.Check(json.Unmarshal(data, &answer))
	var said struct {
		ErrMsg string `json:"err_msg"`
		Error  string `json:"error"`
	}
	text := ""
	for _, c := range answer.Result.Content {
		text += c.Text
	}
	if answer.Error != nil {
		text = answer.Error.Message
	}
	_ = json.Unmarshal([]byte(text), &said)
	refused := answer.Error != nil || answer.Result.IsError || said.ErrMsg != "" || said.Error != ""
	_, err = fmt.Fprintln(ts.Stdout(), text)
	ts.Check(err)
	if refused != neg {
		ts.Fatalf("%s: refused %v: %s", args[2], refused, text)
	}
}

// in-zip FILE PART TEXT: a part of a file like docx has the text in it.
func inZipFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: in-zip FILE PART TEXT")
	}
	ts.Check(inZip(ts.MkAbs(args[0]), args[1], []byte(args[2])))
}

func inZip(file, part string, want []byte) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer z.Close()
	f, err := z.Open(part)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	if err == nil && !bytes.Contains(data, want) {
		err = fmt.Errorf("%s of %s has no %.60q", part, file, want)
	}
	return err
}
