#compdef aloft
# zsh completion for aloft: runs nothing of what stands on the line.

_aloft() {
    local -a args out values shown how
    local word line value directive
    # The program wants bare words; zsh compares and quotes what is offered itself.
    for word in "${(@)words[2,CURRENT-1]}"; do args+=("${(Q)word}"); done
    out=("${(@f)$(ALOFT_ACTIVE_HELP=0 command "${(Q)words[1]}" __complete "${args[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
    directive=${out[-1]#:}
    [[ ${out[-1]} == :<-> ]] || return 1
    out[-1]=()
    (( directive & 1 )) && return 1
    (( directive & 2 )) && how=(-S '')
    # The program leaves out the flag of --flag=value.
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='
    for line in "${out[@]}"; do
        value=${line%%$'\t'*}
        [[ -n $value ]] || continue
        values+=("$value")
        [[ $line == *$'\t'* ]] && value+="  -- ${line#*$'\t'}"
        shown+=("$value")
    done
    if (( $#values )); then
        compadd "${how[@]}" -d shown -a values
    elif (( ! (directive & 4) )); then
        _files
    fi
}

if [[ $funcstack[1] == _aloft ]]; then
    _aloft "$@"
else
    compdef _aloft aloft
fi

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
