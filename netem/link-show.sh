#!/usr/bin/env bash
# Shows the link that link-up.sh brought up: devices, counters, queueing disciplines.
set -euo pipefail

if ! ip netns list | grep -q '^tb-router\b'; then
  echo "no link is up; bring one up: netem/link-up.sh" >&2
  exit 1
fi

for name in client router server; do
  echo "== tb-$name"
  ip -n "tb-$name" -brief address
  ip -n "tb-$name" -s link show type veth
done
echo "== up, where packets leave for the server"
tc -n tb-router -s qdisc show dev to-server
echo "== down, where packets leave for the client"
tc -n tb-router -s qdisc show dev to-client
