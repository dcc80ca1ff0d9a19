package text

import (
	"cmp"
	"maps"
	"testing"
)

func TestLocale(t *testing.T) {
	for locale, want := range map[string]string{
		"": "en", "C": "en", "C.UTF-8": "en", "en_US.UTF-8": "en", "en_GB": "en", "xx_YY@euro": "en", "de_DE.UTF-8": "en", "not a locale": "en", "und": "en",
		"en_XA.UTF-8": "en-XA", "EN-xa": "en-XA",
		"zh": "zh-Hans", "zh_CN": "zh-Hans", "zh_CN.UTF-8": "zh-Hans", "zh_CN.utf8": "zh-Hans", "zh_SG.UTF-8": "zh-Hans", "zh_Hans_CN.UTF-8": "zh-Hans", "zh-Hans": "zh-Hans",
		"zh_Hans_HK": "zh-Hans", "zh_CN.UTF-8@pinyin": "zh-Hans",
		// Other characters, which the person may not read; and bytes that would show as others.
		"zh_TW.UTF-8": "en", "zh_HK": "en", "zh_MO": "en", "zh_Hant": "en", "zh_Hant_CN": "en", "zh_CN.GBK": "en", "zh_CN.GB18030": "en",
	} {
		if got, _ := spoken(locale); cmp.Or(got, English) != want {
			t.Errorf("%q: %s, want %s", locale, got, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	type vars map[string]string
	for _, c := range []struct {
		env  vars
		own  []string
		want string
	}{
		{vars{}, nil, "en"},
		{vars{"LANG": "zh_CN.UTF-8"}, nil, "zh-Hans"},
		{vars{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, nil, "en"},
		{vars{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, nil, "zh-Hans"},
		{vars{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, nil, "en"},
		{vars{"LC_ALL": "zh_CN.UTF-8", "LANG": "C"}, nil, "zh-Hans"},
		// LANGUAGE wins over all of them, unless the locale is C or there is none.
		{vars{"LANGUAGE": "zh_CN", "LANG": "en_US.UTF-8"}, nil, "zh-Hans"},
		{vars{"LANGUAGE": "zh_TW:zh_CN:en", "LANG": "zh_TW.UTF-8"}, nil, "zh-Hans"},
		{vars{"LANGUAGE": "en:zh_CN", "LANG": "zh_CN.UTF-8"}, nil, "en"},
		{vars{"LANGUAGE": "de:fr", "LC_ALL": "zh_CN.UTF-8"}, nil, "en"},
		{vars{"LANGUAGE": "de:C:zh_CN", "LC_ALL": "zh_CN.UTF-8"}, nil, "en"},
		{vars{"LANGUAGE": "zh_CN", "LANG": "C"}, nil, "en"},
		{vars{"LANGUAGE": "zh_CN", "LANG": "POSIX"}, nil, "en"},
		{vars{"LANGUAGE": "zh_CN"}, nil, "en"},
		// As Windows has it.
		{vars{}, []string{"de-DE", "zh-CN", "en-US"}, "zh-Hans"},
		{vars{}, []string{"en-US", "zh-CN"}, "en"},
		{vars{"LANG": "C.UTF-8"}, []string{"zh-CN"}, "en"},
	} {
		if got := Environment(func(name string) string { return c.env[name] }, func() []string { return c.own }); got != c.want {
			t.Errorf("%v %v: %s, want %s", maps.All(c.env), c.own, got, c.want)
		}
	}
}
