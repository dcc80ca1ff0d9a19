#!/usr/bin/env bash
# Makes the home that a program leaves behind, for the script "older": once for each release, by the
# program of that release. An archive that is there is never made again.
#   make.sh PROGRAM ARCHIVE.tgz
set -euo pipefail
program=$(realpath "${1:?usage: make.sh PROGRAM ARCHIVE.tgz}") archive=$(realpath "${2:?}")
[ ! -e "$archive" ] || { echo "$archive exists" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p home/.config/aloft
printf '# written by an older aloft\n[ui]\ntheme = "mono"\n' >home/.config/aloft/config.toml
aloft() { env -i HOME="$work/home" PATH="$PATH" LANG=C.UTF-8 "$program" "$@"; }

# Jobs that ended: made, uploaded, moved, deleted, imported.
echo 1 >f1.txt
echo 2 >f2.txt
printf '# Notes\n\nFirst.\n\n## More\n\nSecond.\n' >notes.md
aloft mkdir -p drive:/Old/in drive:/Old/out
aloft cp -y f1.txt f2.txt drive:/Old/in
aloft mv -t drive:/Old/out drive:/Old/in/f1.txt
aloft rm -y drive:/Old/in/f2.txt
aloft import -y notes.md docs:/
# An edit.
echo 'Added by the older program.' | aloft insert docs:/notes --at end
# Two deliveries of a conversation.
env -i HOME="$work/home" PATH="$PATH" LANG=C.UTF-8 "$program" hook serve --any-port >serve.json &
serve=$!
while [ ! -s serve.json ]; do sleep .05; done
aloft hook send --event built --session tui:ci --exec 'echo from the older program' --wait
aloft hook send --event broke --session tui:ci --exec 'exit 3' --wait || true
kill -INT $serve
wait $serve || true
# A job that is killed in the middle, after 6 of its 40 folders or a few more.
aloft mkdir drive:/Old/many
env -i HOME="$work/home" PATH="$PATH" LANG=C.UTF-8 "$program" mkdir $(seq -f 'drive:/Old/many/%g' 10 49) >/dev/null &
job=$!
until [ "$(cat home/.local/share/aloft/jobs/*/*/log | grep -c '"answer"')" -ge 12 ]; do sleep .001; done
kill -9 $job
wait $job || true

# The token would be one that somebody could know; the gate's state is of this machine.
rm -rf home/.local/share/aloft/webhook.token home/.local/state/aloft/gate
tar -C home --sort=name --owner=0 --group=0 --numeric-owner -c . | gzip -9n >"$archive"
