#!/usr/bin/env bash
# Brings a link up by hand: client - router - server, each a namespace of its own.
# The router applies netem where packets leave it, so that no sender sees a queue of its own.
set -euo pipefail

usage() {
  echo "usage: ${0##*/} [-u NETEM] [-d NETEM]   (netem's words for client to server, server to client)" >&2
  exit 2
}

up='' down=''
while getopts u:d: option; do
  case $option in
    u) up=$OPTARG ;;
    d) down=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || usage

if ip netns list | grep -q '^tb-router\b'; then
  echo "the link is up already; take it down first: netem/link-down.sh" >&2
  exit 1
fi

trap '"$(dirname "$0")/link-down.sh"' ERR

for name in client router server; do
  ip netns add "tb-$name"
  ip -n "tb-$name" link set lo up
done

# join END SUBNET: a pair of devices between an end and the router
join() {
  local end=$1 subnet=$2
  ip link add link0 netns "tb-$end" type veth peer name "to-$end" netns tb-router
  ip -n "tb-$end" address add "$subnet.2/24" dev link0
  ip -n tb-router address add "$subnet.1/24" dev "to-$end"
  # A packet of 64 KB would be one loss.
  ip netns exec "tb-$end" ethtool -K link0 tx off gso off gro off tso off >/dev/null
  ip netns exec tb-router ethtool -K "to-$end" tx off gso off gro off tso off >/dev/null
  ip -n "tb-$end" link set link0 up
  ip -n tb-router link set "to-$end" up
  ip -n "tb-$end" route add default via "$subnet.1"
}

join client 10.78.1
join server 10.78.2
ip netns exec tb-router sysctl -q -w net.ipv4.ip_forward=1

# netem's words are several arguments.
# shellcheck disable=SC2086
[ -z "$up" ] || tc -n tb-router qdisc add dev to-server root netem $up
# shellcheck disable=SC2086
[ -z "$down" ] || tc -n tb-router qdisc add dev to-client root netem $down

echo "up: client 10.78.1.2 in tb-client, server 10.78.2.2 in tb-server"
