# The pinned DuckDB, read by tools/setup.sh and tools/configure.sh.
duckdb_version=1.4.4
duckdb_binary_package=@duckdb/node-bindings-linux-x64@1.4.4-r.4
duckdb_binary_file=duckdb-node-bindings-linux-x64-1.4.4-r.4.tgz
duckdb_binary_sha256=732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b
duckdb_header_package=duckdb@1.4.4
duckdb_header_file=duckdb-1.4.4.tgz
duckdb_header_sha256=5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
duckdb_root=${FAULTLINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/faultline}/duckdb-$duckdb_version
