import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * Writes assets/scalar-VERSION.js.br: the program of the console in the documentation, as
 * @scalar/api-reference publishes it for browsers, compressed. The package has 24 dependencies,
 * which are all in that one file, so it is no dependency of ours. To take a newer version, change
 * the version and the digest here, the name in src/docs/files.ts and src/docs/assets/console.js,
 * and NOTICE.
 */
const version = '1.72.1'
const sha256 = 'bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c'

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
writeFileSync(new URL(`../assets/scalar-${version}.js.br`, import.meta.url), packed)
console.log(`${program.length} bytes, compressed ${packed.length}`)
