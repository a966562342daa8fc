#!/bin/sh
# Guess: a library that reads the digest and the iterations of a hash of ASP.NET Core Identity from its header verifies
# the hashes of all versions.
# Found: aspnetcore-identity-password-hasher 1.0.1 knows the digests 0 and 1. Since .NET 7, the default is 2
# (SHA-512). The library then throws the text "Unknown PRF", which is no Error, so a caller sees no stack.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts aspnetcore-identity-password-hasher@1.0.1
cat > finding.mjs << 'END'
import { pbkdf2Sync } from 'node:crypto'
import hasher from 'aspnetcore-identity-password-hasher'
// Made by ASP.NET Core Identity of .NET 8, for the password Test123$.
const hash = 'AQAAAAIAAYagAAAAENoVftXbReMcFkOwzlfLFgFkx1tZ2PVoFwKaz/7UP6r5rlrymlHMFjMgowJCZl+6YA=='
const bytes = Buffer.from(hash, 'base64')
const [digest, iterations, saltLength] = [1, 5, 9].map((at) => bytes.readUInt32BE(at))
const [salt, key] = [bytes.subarray(13, 13 + saltLength), bytes.subarray(13 + saltLength)]
const isRight = pbkdf2Sync('Test123$', salt, iterations, key.length, 'sha512').equals(key)
console.log(`digest ${digest}, ${iterations} iterations; by PBKDF2 with SHA-512 the password is ${isRight ? 'right' : 'wrong'}`)
const own = await hasher.verify('Test123$', await hasher.hash('Test123$'))
console.log(`The library verifies its own hash: ${own}`)
const thrown = await hasher.verify('Test123$', hash).catch((error) => error)
console.log(`The library verifies the hash of .NET 8: throws ${JSON.stringify(thrown)}, a ${typeof thrown}`)
if (!isRight || !own || thrown !== 'Unknown PRF') {
  console.log('CHANGED: the library may read hashes of .NET 7 and later now.')
  process.exit(1)
}
END
echo "aspnetcore-identity-password-hasher 1.0.1."
echo "Guess: it verifies what .NET 8 has written, because digest and iterations are in the hash."
node finding.mjs
echo "The guess is wrong: a parameter in the header helps only readers who know its values."
