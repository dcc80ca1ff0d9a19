package client

import "testing"

func TestParseSharedLink(t *testing.T) {
	for in, want := range map[string]SharedLink{
		"https://pan.example/s/ab12CD":                         {ID: "ab12CD"},
		" https://pan.example/s/ab12CD?pwd=x9Yz#/list/share\n": {"ab12CD", "x9Yz"},
		"https://pan.example/s/ab12CD?a=1&passcode=x9&b=2":     {"ab12CD", "x9"},
		"https://pan.example/s/ab12CD\ncode: x9Yz":             {"ab12CD", "x9Yz"},
		"see https://pan.example/s/ab12CD (pass code: x9Yz).":  {"ab12CD", "x9Yz"},
		"我分享了「a」 链接：https://pan.example/s/ab12CD 提取码：x9Yz":     {"ab12CD", "x9Yz"},
		"ab12CD": {ID: "ab12CD"},
		ShareLink{URL: "http://h/s/q", Code: "a.b?"}.Words(): {"q", "a.b?"},
		ShareLink{URL: "http://h/s/q"}.Words():               {ID: "q"},
	} {
		if got, ok := ParseSharedLink(in); !ok || got != want {
			t.Errorf("%q: %+v, %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "https://pan.example/", "two words", "https://pan.example/s/", "/s/\x1b[2J"} {
		if got, ok := ParseSharedLink(in); ok {
			t.Errorf("%q: %+v", in, got)
		}
	}
}

func FuzzParseSharedLink(f *testing.F) {
	f.Add("https://pan.example/s/ab12CD?pwd=x9Yz#/list/share")
	f.Add("链接：https://pan.example/s/ab12CD 提取码：x9Yz")
	f.Fuzz(func(t *testing.T, in string) {
		l, ok := ParseSharedLink(in)
		if ok != (l.ID != "") || l.Code != "" && !ShareCode(l.Code) {
			t.Errorf("%q: %+v, %v", in, l, ok)
		}
	})
}
