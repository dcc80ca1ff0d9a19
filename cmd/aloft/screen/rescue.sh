# Waits beside the screen until the program ends, and puts the terminal right if the
# program could not. Standard input has this script, after lines that set $file, where a
# report goes; $crashed, what is said where there is one; $killed, what is said where there
# is none; $head, what the report begins with; $reset, what resets the terminal; and
# $modes, its modes before, for stty. Descriptor 3 comes from the program: one line when
# all is well, or what the runtime writes of a crash; its end is the program's end.
# Standard output is the terminal. The braces make the shell read all of this at once.
{
	umask 077
	said=$killed
	if IFS= read -r first <&3; then
		if [ "$first" = ok ]; then exit 0; fi
		# Of the message only what the runtime itself says: values may be secrets.
		if {
			printf '%s\n' "$head"
			{
				printf '%s\n' "$first"
				cat <&3
			} | sed -n -e '/^goroutine /,$b show' -e '/^panic: runtime error: /b show' -e '/^fatal error: /b show' \
				-e '/^runtime: /b show' -e '/^\[signal /b show' -e '/^SIG/b show' -e b -e ': show' -e p
		} >"$file"; then said=$crashed; fi
	fi
	stty "$modes" <&1 2>/dev/null || stty sane <&1
	printf '%b\r\naloft: %s\r\n' "$reset" "$said"
	exit
}
