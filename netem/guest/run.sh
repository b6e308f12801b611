#!/usr/bin/env bash
# Runs a command under a real sch_netem on a machine whose kernel has none: in a User Mode Linux
# guest on this machine's own tree, read-only, as root in there. Its exit status is the command's.
set -euo pipefail

usage() {
  cat >&2 <<'END'
usage: run.sh [-w DIR]… [-m MIB] [--] COMMAND [ARGUMENT]…
       run.sh --check
  -w DIR   the command may write there (the rest is read-only, but for /tmp, /run and /dev/shm)
  -m MIB   the guest's memory (default 2048)
  --check  says what is missing and ends with status 3, or says nothing
END
  exit 2
}

here=$(cd "$(dirname "$0")" && pwd)
kernel=linux.uml

# One line for each thing that is missing.
missing() {
  command -v "$kernel" >/dev/null || echo "no $kernel: apt-get install user-mode-linux"
  compgen -G '/usr/lib/uml/modules/*/kernel/net/sched/sch_netem.ko' >/dev/null ||
    echo "no sch_netem.ko for it: apt-get install user-mode-linux"
  command -v busybox >/dev/null || echo "no busybox: apt-get install busybox-static"
  command -v tc >/dev/null || echo "no tc: apt-get install iproute2"
  if grep -qw amx_tile /proc/cpuinfo && ! command -v gcc >/dev/null; then
    echo "no gcc, and this processor's registers are more than the guest's kernel knows: apt-get install gcc libc6-dev"
  fi
}

writable=() mebibytes=2048
while [ $# -gt 0 ]; do
  case $1 in
    --check)
      found=$(missing)
      [ -z "$found" ] || { echo "$found"; exit 3; }
      exit 0
      ;;
    -w)
      if [ $# -lt 2 ] || [ ! -d "$2" ]; then usage; fi
      writable+=("$(cd "$2" && pwd)")
      shift 2
      ;;
    -m)
      [[ ${2-} =~ ^[1-9][0-9]*$ ]] || usage
      mebibytes=$2
      shift 2
      ;;
    --) shift; break ;;
    -*) usage ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || usage

found=$(missing)
if [ -n "$found" ]; then
  echo "$found" >&2
  exit 3
fi

# The guest sees it at the same place; its name may hold no space, for the kernel's command line.
exchange=$(TMPDIR='' mktemp -d /tmp/tb-guest.XXXXXX)
guest=''
# shellcheck disable=SC2317 # the trap calls it
cleanup() {
  if [ -n "$guest" ]; then kill -KILL "$guest" 2>/dev/null || true; fi
  rm -rf "$exchange"
}
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

printf '%q ' "$@" >"$exchange/command"
printf '%s\n' "$PWD" >"$exchange/directory"
printf '%s\n' "${writable[@]}" >"$exchange/writable"
printf '%s\n' "$PATH" >"$exchange/path"
cp "$here/init.sh" "$exchange/init"

preload=''
if command -v gcc >/dev/null; then
  preload=$exchange/large-xstate.so
  gcc -O2 -shared -fPIC -o "$preload" "$here/large-xstate.c"
fi

# A guest that waits for a core takes the wait for delay; not everybody may ask for a core at once.
lift=()
if chrt --fifo 1 true 2>/dev/null; then
  lift=(chrt --fifo 1)
elif nice -n -10 true 2>/dev/null; then
  lift=(nice -n -10)
fi

mkfifo "$exchange/console"
# The guest's memory is a file: in /dev/shm it stays memory.
TMPDIR=/dev/shm LD_PRELOAD=$preload "${lift[@]}" "$kernel" "mem=${mebibytes}M" quiet "uml_dir=$exchange" \
  root=/dev/root rootfstype=hostfs rootflags=/ ro "init=$exchange/init" "exchange=$exchange" \
  con=null con0=null,fd:1 </dev/null >"$exchange/console" 2>&1 &
guest=$!

# Before the command, the kernel and the set-up speak: that is shown only when the command never ran.
started='' status='' before=()
start='guest: the command starts'
end='guest: the command ended with status '
while IFS= read -r line || [ -n "$line" ]; do
  line=${line%$'\r'}
  case $line in
    "$start") started=yes ;;
    *"$end"*)
      # What the command wrote last need not have ended its line.
      printf '%s' "${line%%"$end"*}"
      status=${line##*"$end"}
      ;;
    *)
      if [ -z "$started" ]; then
        before+=("$line")
      elif [ -z "$status" ]; then
        printf '%s\n' "$line"
      fi
      ;;
  esac
done <"$exchange/console"
wait "$guest" || true
guest=''

if [ -z "$status" ]; then
  [ -n "$started" ] || printf '%s\n' "${before[@]}" >&2
  echo 'the guest ended before the command did' >&2
  exit 4
fi
exit "$status"
