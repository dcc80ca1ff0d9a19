//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"aloft/cmd/aloft/console"
)

// No other listener ever gets the token of the data folder; the one of the
// environment goes where it is sent to.
func TestTheTokenGoesToNoStranger(t *testing.T) {
	var mu sync.Mutex
	var got []string
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, r.Header.Get("Authorization")+r.Header.Get("X-Webhook-Token")+r.URL.RawQuery)
		w.Header().Set("Aloft-Delivery", "id\u202e")
		if strings.HasPrefix(r.URL.Path, "/away") {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			return
		}
		_, _ = w.Write([]byte(`{"status":"accepted","event":"webhook"}`))
	}))
	defer stranger.Close()
	home, dir := t.TempDir(), t.TempDir()
	ownPort(t, home)
	_, stop := startReceiver(t, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, dir)
	defer stop()
	if code, out := runIn(t, home, "hook", "send", "--exec", "true", "--url", stranger.URL+"/hook"); code != console.ExitDone || strings.Contains(out, "\u202e") {
		t.Errorf("code %d, %q", code, out)
	}
	// A redirect is not a success, and is not followed.
	if code, out := runIn(t, home, "hook", "send", "--exec", "true", "--url", stranger.URL+"/away"); code != console.ExitFailed || !strings.Contains(out, "307") {
		t.Errorf("code %d, %q", code, out)
	}
	if code, out := runIn(t, home, "hook", "send", "--exec", "true", "--wait"); code != console.ExitDone {
		t.Errorf("to our own: code %d, %q", code, out)
	}
	told := exec.Command("aloft", "hook", "send", "--exec", "true", "--url", stranger.URL+"/hook")
	told.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), console.HookToken + "=of-the-environment"}
	if out, err := told.CombinedOutput(); err != nil {
		t.Errorf("%v, %s", err, out)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(got) != 3 || got[0] != "" || got[1] != "" || got[2] != "Bearer of-the-environment" {
		t.Errorf("the stranger was told %q", got)
	}
}
