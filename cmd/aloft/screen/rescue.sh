# Waits beside the screen until the program ends, and puts the terminal right if
# the program could not. $1: where a report goes; $2: what is said where there is
# one; $3: what is said where there is none; $4: what the report begins with; $5:
# what resets the terminal; $6: its modes before, for stty. Standard input comes from the program: one line when
# all is well, or what the runtime writes of a crash; its end is the program's end.
# Standard output is the terminal.
umask 077
said=$3
if IFS= read -r first; then
	if [ "$first" = ok ]; then exit 0; fi
	# Of the message only what the runtime itself says: values may be secrets.
	if {
		printf '%s\n' "$4"
		{
			printf '%s\n' "$first"
			cat
		} | sed -n -e '/^goroutine /,$b show' -e '/^panic: runtime error: /b show' -e '/^fatal error: /b show' \
			-e '/^runtime: /b show' -e '/^\[signal /b show' -e '/^SIG/b show' -e b -e ': show' -e p
	} >"$1"; then said=$2; fi
fi
stty "$6" <&1 2>/dev/null || stty sane <&1
printf '%b\r\naloft: %s\r\n' "$5" "$said"
