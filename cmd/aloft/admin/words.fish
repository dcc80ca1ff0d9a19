# fish completion for aloft: runs nothing of what stands on the line.

function __aloft_complete
    set -l words (commandline -opc)
    set -l raw (commandline -ct)
    # fish compares and quotes what is offered itself; the program wants the bare word.
    set -l last (string unescape -- "$raw")
    set -l program aloft
    type -q -f -- "$words[1]"; and set program (type -p -f -- "$words[1]")
    set -l out (ALOFT_ACTIVE_HELP=0 command $program __complete $words[2..-1] "$last" 2>/dev/null)
    or return
    set -l directive (string sub --start 2 -- "$out[-1]")
    set -e out[-1]
    # The program leaves out the flag of --flag=value.
    set -l flag (string match -r -- '^-[^=]*=' "$last")
    if test (count $out) -gt 0
        printf '%s\n' "$flag"$out
    else if test (math "floor($directive / 4) % 2") -eq 0
        __fish_complete_path "$last"
    end
end

complete -c aloft -e
complete -c aloft -f -a '(__aloft_complete)'

# aloftcd opens aloft and goes to the folder on this machine that it showed last.
function aloftcd
    set -l file (mktemp); or return
    command aloft --cd-file=$file $argv
    set -l code $status
    read -z -l folder <$file
    command rm -f -- $file
    if test -n "$folder" -a "$folder" != "$PWD"
        cd -- $folder; or return
    end
    return $code
end
