package console

import "golang.org/x/sys/windows"

// preferred are the languages of the person's Windows, the first one first.
func preferred() []string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return nil // then it is English
	}
	return names
}
