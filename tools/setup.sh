#!/usr/bin/env bash
# Installs what the build needs: Debian packages and one pinned DuckDB. Does nothing when all is there.
#   tools/setup.sh          what `make build`, `make demo` and `make test` need
#   tools/setup.sh --lint   also clang-format and clang-tidy, and the headers that make the latter quick
#   tools/setup.sh --fuzz   also Clang with libFuzzer, and the tool that gives its reports lines
#   tools/setup.sh --bare   also debootstrap, for `make test-package`
#   tools/setup.sh --page   also emscripten, for `make page`
#   tools/setup.sh --spark  also Java and Postgres, for `make test-spark`
#   tools/setup.sh --browser  also Chromium, for the tests of the pages
#   tools/setup.sh --browsers  also Chromium and Firefox, for `make test-page`
# Works as root and, through sudo, as another user. DuckDB is taken from the npm packages that carry the
# official binary and the matching header, checked against the checksums below, and put into a cache
# folder outside the tree ($FAULTLINE_CACHE, else $XDG_CACHE_HOME/faultline, else ~/.cache/faultline).
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/duckdb_version.sh

packages=(g++ make cmake ninja-build ccache npm python3 python3-jsonschema libssl-dev zlib1g-dev
  libboost-math-dev libeigen3-dev liblinear-dev libxgboost-dev librandom123-dev libtbb-dev libfmt-dev libcli11-dev nlohmann-json3-dev
  libutf8proc-dev libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev)
if [[ ${1:-} == --lint ]]; then
  packages+=(clang-format-19 clang-tidy-19 libclang-19-dev llvm-19-dev)
fi
if [[ ${1:-} == --fuzz ]]; then
  packages+=(clang-19 libclang-rt-19-dev llvm-19)
fi
if [[ ${1:-} == --bare ]]; then
  packages+=(debootstrap)
fi
if [[ ${1:-} == --page ]]; then
  packages+=(emscripten)
fi
if [[ ${1:-} == --spark ]]; then
  packages+=(default-jre-headless postgresql)
fi
if [[ ${1:-} == --browser || ${1:-} == --browsers ]]; then
  packages+=(chromium fonts-dejavu-core)
fi
if [[ ${1:-} == --browsers ]]; then
  packages+=(firefox-esr)
fi

# A command that is there counts, whoever installed it; a library must be a Debian package.
have() {
  case $1 in
    g++ | make | cmake | ccache | npm) command -v "$1" >/dev/null && return 0 ;;
    ninja-build) command -v ninja >/dev/null && return 0 ;;
    default-jre-headless) command -v java >/dev/null && return 0 ;;
  esac
  [[ $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) == 'install ok installed' ]]
}

missing=()
for package in "${packages[@]}"; do
  have "$package" || missing+=("$package")
done

if ((${#missing[@]})); then
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || {
      echo "setup: these Debian packages are missing and there is neither root nor sudo to install them:" >&2
      echo "       ${missing[*]}" >&2
      exit 2
    }
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# DuckDB: the system's own if there is one, else the pinned one.
if [[ -e $duckdb_root/include/duckdb.h && -e $duckdb_root/lib/libduckdb.so && -e $duckdb_root/LICENSE ]]; then
  exit 0
fi
if [[ -e /usr/include/duckdb.h || -e /usr/local/include/duckdb.h ]] && ldconfig -p | grep -q libduckdb.so; then
  exit 0
fi

echo "setup: fetching DuckDB $duckdb_version"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$duckdb_binary_package" "$duckdb_header_package" >/dev/null)
echo "$duckdb_binary_sha256  $work/$duckdb_binary_file" | sha256sum --check --quiet
echo "$duckdb_header_sha256  $work/$duckdb_header_file" | sha256sum --check --quiet
mkdir -p "$work/out/include" "$work/out/lib"
tar -xzf "$work/$duckdb_binary_file" -C "$work" package/libduckdb.so package/LICENSE
mv "$work/package/libduckdb.so" "$work/out/lib/"
mv "$work/package/LICENSE" "$work/out/" # `make package` hands DuckDB on
tar -xzf "$work/$duckdb_header_file" -C "$work" package/src/duckdb/src/include/duckdb.h
mv "$work/package/src/duckdb/src/include/duckdb.h" "$work/out/include/"
# Renaming a finished folder into place: a second set-up running beside this one sees all of it or nothing.
mkdir -p "$(dirname "$duckdb_root")"
mv -T "$work/out" "$duckdb_root" 2>/dev/null || cp -n "$work/out/LICENSE" "$duckdb_root/"
