package platform

import (
	"bufio"
	"net"
	"net/textproto"
	"strings"
	"testing"
)

// mailServer accepts one mail after the other and returns the lines of each.
func mailServer(t *testing.T) (address string, mails chan []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	mails = make(chan []string, 100)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			takeMail(c, mails)
		}
	}()
	return l.Addr().String(), mails
}

func takeMail(c net.Conn, mails chan<- []string) {
	defer c.Close()
	r := textproto.NewReader(bufio.NewReader(c))
	say := func(s string) { _, _ = c.Write([]byte(s + "\r\n")) }
	say("220 here")
	for {
		line, err := r.ReadLine()
		if err != nil {
			return
		}
		switch verb, _, _ := strings.Cut(strings.ToUpper(line), " "); verb {
		case "DATA":
			say("354 go on")
			lines, err := r.ReadDotLines()
			if err != nil {
				return
			}
			mails <- lines
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		case "RCPT":
			if strings.Contains(line, "nobody") {
				say("550 no such user s3cr3t")
				continue
			}
			say("250 well")
		default:
			say("250 well")
		}
	}
}

// A mail is one mail: neither its text nor its subject adds headers, ends it early,
// or makes another one.
func TestShoutrrrMails(t *testing.T) {
	server, mails := mailServer(t)
	address := "smtp://" + server + "/?from=a@here.example&to=b@here.example&auth=None&encryption=None&starttls=no"
	for name, s := range hostile() {
		m := message(s)
		m.Event = "x\r\nBcc: evil@here.example\r\n\r\n.\r\nMAIL FROM:<evil>"
		if err := post(t, newChat(address), m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines := <-mails
		head := 0
		subject := 0
		for head < len(lines) && lines[head] != "" {
			if h := strings.ToLower(lines[head]); strings.HasPrefix(h, "bcc") {
				t.Errorf("%s: %q", name, lines[:head])
			} else if strings.HasPrefix(h, "subject: ") {
				subject++
			}
			head++
		}
		if subject != 1 {
			t.Errorf("%s: %q", name, lines[:head])
		}
		body := strings.Join(lines[head+1:], "\n")
		if got, want := strings.TrimSpace(body), strings.TrimSpace(plain(s)); got != want {
			t.Errorf("%s: %.80q instead of %.80q", name, got, want)
		}
	}
	select {
	case more := <-mails:
		t.Errorf("one more: %q", more)
	default:
	}
	err := post(t, newChat(strings.Replace(address, "b@here", "nobody@s3cr3t", 1)), message("x"))
	if err == nil {
		t.Fatal("taken for nobody")
	}
	clean(t, err, "s3cr3t", server)
}
