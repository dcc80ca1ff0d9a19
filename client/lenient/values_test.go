package lenient

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestNumbers(t *testing.T) {
	for in, want := range map[string]Int{
		`5`: {5, true}, `"5"`: {5, true}, `" 7 "`: {7, true}, `9007199254740993`: {9007199254740993, true},
		`"9007199254740993"`: {9007199254740993, true}, `-1`: {-1, true}, `1e3`: {1000, true}, `1.9`: {1, true},
		`null`: {}, `""`: {}, `"x"`: {}, `"0x10"`: {}, `"NaN"`: {}, `"Inf"`: {}, `{}`: {}, `[]`: {}, `true`: {}, `"1_0"`: {},
	} {
		var n Int
		if err := json.Unmarshal([]byte(in), &n); err != nil || n != want {
			t.Errorf("%s is %+v, %v; want %+v", in, n, err, want)
		}
	}
	for in, want := range map[string]Bool{`true`: {true, true}, `"false"`: {false, true}, `1`: {true, true}, `"0"`: {false, true}, `null`: {}, `"x"`: {}} {
		var f Bool
		if err := json.Unmarshal([]byte(in), &f); err != nil || f != want {
			t.Errorf("%s is %+v, %v", in, f, err)
		}
	}
	for in, want := range map[string]String{`"a"`: "a", `9007199254740993`: "9007199254740993", `null`: "", `{}`: "", `""`: "", `-3`: "-3"} {
		var w String
		if err := json.Unmarshal([]byte(in), &w); err != nil || w != want {
			t.Errorf("%s is %q, %v", in, w, err)
		}
	}
	var l List[struct{ ID String }]
	if err := json.Unmarshal([]byte(`[{"id":1},null,"x",{"id":2}]`), &l); err != nil || l.Raw != 4 || len(l.Items) != 2 || !l.OK {
		t.Errorf("%+v, %v", l, err)
	}
	var w Strings
	if err := json.Unmarshal([]byte(`["a","",5]`), &w); err != nil || strings.Join(w, "|") != "a|5" {
		t.Errorf("%v, %v", w, err)
	}
}

func TestStamp(t *testing.T) {
	for in, want := range map[Int]time.Time{
		{1700000000, true}:       time.Unix(1700000000, 0),
		{1700000000123, true}:    time.UnixMilli(1700000000123),
		{stampSeconds, true}:     time.Unix(stampSeconds, 0),
		{stampSeconds + 1, true}: time.UnixMilli(stampSeconds + 1),
		{0, true}:                {}, {-5, true}: {}, {1 << 62, true}: {}, {5, false}: {},
	} {
		if got := Time(in); !got.Equal(want) {
			t.Errorf("%+v is %v, want %v", in, got, want)
		}
	}
}
