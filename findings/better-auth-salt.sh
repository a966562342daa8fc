#!/bin/sh
# Guess: a hash "salt:key" of better-auth, both in hexadecimal digits, is scrypt with the 16 bytes of the salt.
# Found: scrypt gets the 32 digits as a text. Whoever moves such hashes to PHC form must encode the digits, and not
# the bytes, or every password is wrong.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @better-auth/utils@0.5.1
cat > finding.mjs << 'END'
import { scryptSync } from 'node:crypto'
import { hashPassword } from '@better-auth/utils/password'
const password = 'correct horse'
const [salt, key] = (await hashPassword(password)).split(':')
const costs = { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 }
const keyOf = (bytes) => scryptSync(password, bytes, 64, costs).toString('hex')
const fromBytes = keyOf(Buffer.from(salt, 'hex')) === key
const fromText = keyOf(Buffer.from(salt)) === key
console.log(`salt ${salt}`)
console.log(`scrypt with the 16 bytes of the salt: ${fromBytes ? 'the same key' : 'another key'}`)
console.log(`scrypt with the 32 digits as a text: ${fromText ? 'the same key' : 'another key'}`)
if (fromBytes || !fromText) {
  console.log('CHANGED: an import must read the salt in another way.')
  process.exit(1)
}
END
echo "@better-auth/utils 0.5.1, which better-auth 1.7.25 calls."
echo "Guess: the salt of a hash is the 16 bytes that its digits stand for."
node finding.mjs
echo "The guess is wrong: the digits are the salt."
