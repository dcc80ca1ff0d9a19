# bash completion for aloft: needs no bash-completion package, and runs nothing of
# what stands on the line.

# __aloft_quote WORD QUOTE: sets quoted to WORD as it is written within QUOTE.
__aloft_quote()
{
    local i c
    quoted=""
    for (( i = 0; i < ${#1}; i++ )); do
        c="${1:i:1}"
        case "$2$c" in
            \'[\'!]) quoted+="'\\$c'" ;;
            \"!) quoted+='"\!"' ;;
            \"[\"\$\`\\]) quoted+="\\$c" ;;
            [\'\"]*) quoted+="$c" ;;
            [[:blank:]\'\"\\\!\#\$\&\(\)\*\;\<\>\?\[\]^\`\{\|\}~]) quoted+="\\$c" ;;
            *) quoted+="$c" ;;
        esac
    done
}

# __aloft_split LINE OFFSET: sets words to the words of LINE without their quoting,
# kept to what the last one has before OFFSET, and quote to the quote open there.
__aloft_split()
{
    local i c next word="" open="" begun=""
    words=() kept="" quote=""
    for (( i = 0; i < ${#1}; i++ )); do
        (( i == $2 )) && kept="$word" quote="$open"
        c="${1:i:1}" next="${1:i+1:1}"
        case "$open$c" in
            [[:blank:]])
                [[ -n "$begun" ]] && words+=("$word")
                word="" begun=""
                continue ;;
            \' | \") open="$c" ;;
            \'\' | \"\") open="" ;;
            \"\\)
                case "$next" in
                    [\"\$\`\\]) word+="$next"; (( i++ )) ;;
                    *) word+="$c" ;;
                esac ;;
            \\) word+="$next"; (( i++ )) ;;
            *) word+="$c" ;;
        esac
        begun=1
    done
    (( $2 >= ${#1} )) && kept="$word" quote="$open"
    words+=("$word")
}

# __aloft_describe: puts what each offered word does beside it.
__aloft_describe()
{
    local i wide=0 room pad
    for i in "${!COMPREPLY[@]}"; do
        (( ${#COMPREPLY[i]} > wide )) && wide=${#COMPREPLY[i]}
    done
    room=$(( ${COLUMNS:-80} - wide - 4 ))
    (( room >= 8 )) || return 0
    for i in "${!COMPREPLY[@]}"; do
        [[ -n "${notes[i]}" ]] || continue
        printf -v pad '%*s' $(( wide - ${#COMPREPLY[i]} )) ""
        (( ${#notes[i]} > room )) && notes[i]="${notes[i]:0:room-1}…"
        COMPREPLY[i]+="$pad  (${notes[i]})"
    done
}

# __start_aloft COMMAND WORD: WORD is what readline will replace, which begins after
# an open quote or, with none, after the last of COMP_WORDBREAKS.
__start_aloft()
{
    local line="${COMP_LINE:0:COMP_POINT}" program=aloft tab=$'\t'
    local words kept quote quoted last flag="" out directive offered
    local -a notes
    COMPREPLY=() notes=()
    __aloft_split "$line" $(( ${#line} - ${#2} ))
    [[ "$(type -t -- "$1")" == file ]] && program="$1"
    out=$("$program" __complete "${words[@]:1}" 2>/dev/null) || return 0
    directive="${out##*:}" out="${out%:*}"
    (( directive & 1 )) && return 0
    if (( directive & 2 )); then compopt -o nospace 2>/dev/null; fi
    if (( directive & 4 )); then compopt +o default 2>/dev/null; fi
    last="${words[${#words[@]}-1]}"
    # The program leaves out the flag of --flag=value.
    [[ "$last" == -*=* ]] && flag="${last%%=*}="
    while IFS= read -r offered; do
        [[ -n "$offered" && "$offered" != _activeHelp_* ]] || continue
        [[ "$flag${offered%%"$tab"*}" == "$last"* ]] || continue
        notes+=("")
        [[ "$offered" == *"$tab"* ]] && notes[${#notes[@]}-1]="${offered#*"$tab"}"
        offered="$flag${offered%%"$tab"*}"
        __aloft_quote "${offered:${#kept}}" "$quote"
        COMPREPLY+=("$quoted")
    done <<<"$out"
    # Menu completion (37, 42) writes an offer to the line as it stands.
    if (( ${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42 )); then
        __aloft_describe
    fi
    return 0
}

complete -o default -F __start_aloft aloft

# aloftcd opens aloft and goes to the folder on this machine that it showed last.
aloftcd()
{
    local file folder code
    file="$(mktemp)" || return
    command aloft --cd-file="$file" "$@"
    code=$?
    folder="$(cat -- "$file"; printf x)" # the x keeps line breaks at the end of a name
    command rm -f -- "$file"
    folder="${folder%x}"
    [[ -z "$folder" || "$folder" == "$PWD" ]] || cd -- "$folder" || return
    return "$code"
}
