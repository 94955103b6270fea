#!/bin/sh
# Varnish with docs/varnish.vcl, in which the processes of the shop are at SHOP_1 and SHOP_2 instead of this machine.
set -e
folder=$(mktemp --directory)
sed \
  -e "/^backend one /,/^}/s/127\\.0\\.0\\.1/$SHOP_1/" \
  -e "/^backend two /,/^}/s/127\\.0\\.0\\.1/$SHOP_2/" \
  -e "/^acl shop /,/^}/s/\"127\\.0\\.0\\.1\";/\"$SHOP_1\"; \"$SHOP_2\";/" \
  "${VCL:-/compose/varnish.vcl}" > "$folder/shop.vcl"
exec varnishd -F -j none -n "$folder/work" -f "$folder/shop.vcl" -a :6081 -s malloc,256m
