import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * Writes assets/scalar.js.br: the program of the reference in the documentation, as
 * @scalar/api-reference publishes it for browsers, compressed. The package installs 284 packages of
 * 311 MB, and needs none of them at run time: they are all in that one file. So it is no dependency
 * of ours. To take a newer version, change the version and the digest here, and the version in
 * NOTICE and scripts/package/sbom.ts.
 */
const version = '1.76.0'
const sha256 = 'dcb027152bf20bf2f6dcd66e8f9fb073c1a9e274cf0b94b939a7d99ab8947060'

const folder = mkdtempSync(join(tmpdir(), 'scalar-'))
const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: folder, stdio: 'ignore' })
run('npm', 'pack', `@scalar/api-reference@${version}`)
run('tar', '-xzf', `scalar-api-reference-${version}.tgz`, 'package/dist/browser/standalone.js')
const program = readFileSync(join(folder, 'package/dist/browser/standalone.js'))
rmSync(folder, { recursive: true })
if (hash('sha256', program) !== sha256)
  throw new Error(`Another program: ${hash('sha256', program)}`)
const packed = brotliCompressSync(program, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(new URL(`../assets/scalar.js.br`, import.meta.url), packed)
console.log(`${program.length} bytes, compressed ${packed.length}`)
