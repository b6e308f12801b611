#!/bin/bash
# The guest's first process: makes the tree usable, runs the command, switches off.
# run.sh copies it into the exchange folder, whose name the kernel's command line gives in $exchange.
set -u
exchange=${exchange:?}

say() { printf '%s\n' "$*"; }

give_up() {
  say "guest: $*"
  busybox poweroff -f
}

export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t tmpfs none /run   # or `ip netns` would write to the host's
mkdir -p /dev/shm
mount -t tmpfs none /dev/shm
mount -t devpts none /dev/pts 2>/dev/null
[ -e /dev/fd ] || busybox ln -s /proc/self/fd /dev/fd 2>/dev/null

# All that the exchange folder says, before /tmp hides it.
command=$(<"$exchange/command")
directory=$(<"$exchange/directory")
mapfile -t writable <"$exchange/writable"
path=$(<"$exchange/path")

mount -t tmpfs none /tmp
see() { # MODE DIR: the host's folder at its own place
  mkdir -p "$2" && mount -t hostfs none "$2" -o "$2" && mount -o "remount,$1" "$2"
}
case $directory/ in
  /tmp/*) see ro "$directory" || give_up "$directory cannot be mounted" ;;
esac
for folder in "${writable[@]}"; do
  [ -z "$folder" ] || see rw "$folder" || give_up "$folder cannot be mounted"
done

modules=/usr/lib/uml/modules/$(uname -r)/kernel
load() {
  busybox insmod "$modules/$1.ko" || give_up "$1 cannot be loaded"
}
load drivers/net/veth
load drivers/net/tun
load net/sched/sch_netem
load net/sched/sch_tbf
load net/sched/sch_prio
load net/sched/cls_u32
load net/ipv4/tcp_bbr

ip link set lo up
export HOME=/run/home PATH=$path TERM=dumb
mkdir -p "$HOME"
cd "$directory" || give_up "$directory is not there"
say "guest: the command starts"
bash -c "$command" </dev/null
status=$?
for folder in "${writable[@]}"; do
  [ -z "$folder" ] || umount "$folder"
done
say "guest: the command ended with status $status"
busybox poweroff -f
