#!/usr/bin/env bash
# Takes down what link-up.sh brought up; nothing is left, and nothing else is touched.
set -euo pipefail

for name in client router server; do
  if ip netns list | grep -q "^tb-$name\b"; then
    ip netns delete "tb-$name"
  fi
done
