#!/usr/bin/env -S node --max-semi-space-size=4
// Runs on any Node, to tell an old one what is missing. In a clone, npm and npx put the Node 24 that is
// among the dependencies first on the path. The flag keeps memory small: docs/decisions/memory.md.
import { fileURLToPath } from 'node:url'

var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    'foyer: Node.js 24 or later is needed, and this is ' +
      process.versions.node +
      '. Install it from https://nodejs.org, or run "npm ci" and start with "npm start" or "npx foyer".',
  )
  process.exitCode = 1
} else {
  import('node:module')
    .then((module) => {
      // Compiled code is kept for the next start, which is then a second faster.
      const directory = new URL('../node_modules/.cache/foyer/code', import.meta.url)
      module.enableCompileCache(fileURLToPath(directory))
      return import('../src/cli.ts')
    })
    .then((cli) => cli.main())
}
