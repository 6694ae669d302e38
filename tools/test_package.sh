#!/usr/bin/env bash
# Unpacks build/package/*.tar.gz into a bare Debian 12 (debootstrap, from this machine's own mirror) and runs the tour and a scan
# there. Where no such root can be made (not root, no mirror), the unpacked folder is run with an empty environment instead, and every
# library must come from it or be the system's own C or C++ library.
set -euo pipefail
cd "$(dirname "$0")/.."
archive=$(ls -t build/package/faultline-*.tar.gz | head -1)
name=$(basename "$archive" .tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Where this machine gets Debian itself from, in either form of apt's lists.
mirror=$(
  {
    awk '$1 == "deb" {sub(/\[[^]]*\] */, ""); if ($3 == "bookworm") print $2}' /etc/apt/sources.list /etc/apt/sources.list.d/*.list
    awk -v RS= '/(^|\n)Suites:[^\n]* bookworm( |\n|$)/ && match($0, /(^|\n)URIs: *[^ \n]+/) {
      uri = substr($0, RSTART, RLENGTH); sub(/.* /, "", uri); print uri}' /etc/apt/sources.list.d/*.sources
  } 2>/dev/null | head -1 || true
)

root=$work/root
bare=no
if ((EUID == 0)) && command -v debootstrap >/dev/null && [[ -n $mirror ]] &&
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/log" 2>&1; then
  bare=yes
else
  echo "test-package: no bare Debian could be made; an unpacked folder with an empty environment stands in for it"
  mkdir -p "$root"
fi
# A folder that is nobody's home, with a space in it.
mkdir -p "$root/some where"
tar -xzf "$archive" -C "$root/some where"

run() { # in the root, from its top folder; /proc is mounted for this one process and gone with it
  if [[ $bare == yes ]]; then
    env -i PATH="$PATH" unshare --mount sh -c 'mount -t proc proc "$1/proc" && exec env -i "$(command -v chroot)" "$@"' sh "$root" \
      "/some where/$name/bin/$1" "${@:2}"
  else
    (cd "$root" && env -i "$root/some where/$name/bin/$1" "${@:2}")
  fi
}

run faultline --version
run faultline demo --output tour >/dev/null
run faultline scan tour/patients.csv --outcome outcome --score prediction --json again.json >/dev/null
run faultline audit tour/patients.csv --help >/dev/null
run faultline reproduce --help >/dev/null
[[ -s $root/tour/report.html && -s $root/again.json ]]

from=$(for program in "$root/some where/$name"/bin/*; do
  env -i ldd "$program"
done | awk '$2 == "=>" {print $1, $3 " " $4}' | grep -vF "$root/some where/$name/" |
  grep -vE '^(linux-vdso|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so' || true)
if [[ -n $from ]]; then
  echo "test-package: these come from outside the package: $from" >&2
  exit 1
fi
echo "test-package: $name runs $([[ $bare == yes ]] && echo 'in a bare Debian 12' || echo 'from a folder of its own')"
