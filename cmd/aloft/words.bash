# Stand-ins for what the bash-completion package would bring.
if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    _get_comp_words_by_ref()
    {
        local line="${COMP_LINE:0:COMP_POINT}" part
        local -a parts
        read -ra parts <<<"${line//\\/\\\\}"
        words=()
        for part in "${parts[@]}"; do
            # A blank after a backslash does not end a word.
            if (( ${#words[@]} )) && [[ "${words[-1]}" == *\\ ]]; then
                words[-1]+=" $part"
            else
                words+=("$part")
            fi
        done
        if [[ "$line" == *[[:blank:]] && "$line" != *\\[[:blank:]] ]]; then
            words+=("")
        fi
        cword=$(( ${#words[@]} - 1 ))
        cur="${words[cword]}"
        prev=""
        (( cword > 0 )) && prev="${words[cword-1]}"
        return 0
    }
fi
if ! declare -F __ltrim_colon_completions >/dev/null 2>&1; then
    __ltrim_colon_completions()
    {
        [[ "$1" == *:* && "$COMP_WORDBREAKS" == *:* ]] || return 0
        local head="${1%"${1##*:}"}" i
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]="${COMPREPLY[i]#"$head"}"
        done
    }
fi

