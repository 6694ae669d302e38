#!/usr/bin/env bash
# Packs what `make build` built, with the libraries it needs, so that it runs from any folder of a Debian 12 machine (or a newer one)
# without the packages of the build:
#   bin/  lib/  include/  lib/cmake/faultline/  share/doc/faultline/ with the licences of all that is handed on
# Left to the system are glibc and GCC's libstdc++ and libgcc: every Debian has them (apt is written in C++), a newer one serves older
# programs, and a system whose glibc is new enough for ours (2.36) is new enough for our libstdc++ (GCC 12).
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/duckdb_version.sh
version=$(sed -n 's/^project(faultline VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=faultline-$version-linux-$(uname -m)
tree=build/package/$name
rm -rf "$tree"
cmake --install build/release --prefix "$tree" --strip >/dev/null
licences=$tree/share/doc/faultline/licences
mkdir -p "$licences"

of_the_system='^(linux-vdso|ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so'
for program in "$tree"/bin/*; do
  ldd "$program" | awk '$2 == "=>" {print $1, $3}'
done | sort -u | grep -vE "$of_the_system" | while read -r library file; do
  [[ -e $tree/lib/$library ]] && continue # DuckDB, installed already
  [[ -e $file ]] || {
    echo "package: $library is needed and not found" >&2
    exit 1
  }
  real=$(realpath "$file")
  install -m 644 "$real" "$tree/lib/$library"
  # Debian 12 lists what belongs to some packages under /lib, which is a link to /usr/lib.
  package=$( (dpkg-query -S "$real" 2>/dev/null || dpkg-query -S "${real#/usr}") | sed 's/:.*//')
  cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
done
cp "$duckdb_root/LICENSE" "$licences/duckdb"
# Headers only, compiled into the programs.
for package in libboost1.74-dev libeigen3-dev nlohmann-json3-dev librandom123-dev libcli11-dev; do
  cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
done

if leak=$(readelf -d "$tree"/bin/* "$tree"/lib/*.so* | grep -E 'R(UN)?PATH' | grep -vF "[\$ORIGIN/../lib]"); then
  echo "package: a path of this machine was left in: $leak" >&2
  exit 1
fi
tar -C build/package --owner=0 --group=0 --sort=name -czf "build/package/$name.tar.gz" "$name"
echo "build/package/$name.tar.gz: $(du -h "build/package/$name.tar.gz" | cut -f1)"
