import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { fileOf, readArchive, writeArchive } from '../../src/support/backup/archive.ts'
import { end, headerOf, paddingOf, readTar } from '../../src/support/backup/tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-archive-'))
after(() => rmSync(folder, { recursive: true }))

const damaged = /The archive is damaged/
const readAll = async (_: unknown, content: AsyncIterable<Buffer>) => {
  for await (const _ of content);
}

/** The bytes of an entry. */
const entry = (name: string, text: string): Buffer => {
  const content = Buffer.from(text)
  const { length: size } = content
  return Buffer.concat([headerOf({ name, size }), content, paddingOf(size)])
}

/** The checksums of files that each have their name as content. */
const sumsOf = (...names: string[]): Buffer => {
  const sum = (name: string) => createHash('sha256').update(name).digest('hex')
  return entry('SHA256SUMS', names.map((name) => `${sum(name)}  ${name}\n`).join(''))
}

const newArchive = (name: string, ...parts: Uint8Array[]): string => {
  const path = join(folder, name)
  writeFileSync(path, zstdCompressSync(Buffer.concat([...parts, end])))
  return path
}

describe('an archive', () => {
  test('ends with its checksums', async () => {
    const [one, two] = [entry('one', 'one'), entry('two', 'two')]
    await readArchive(newArchive('good', one, two, sumsOf('one', 'two')), readAll)
    // In each of these, the last checksums are those of all entries.
    for (const [name, ...parts] of [
      ['entry-after', one, sumsOf('one', 'two'), two],
      ['sums-after', one, sumsOf('two'), sumsOf('one')],
    ] as const)
      await assert.rejects(readArchive(newArchive(name, ...parts), readAll), damaged, name)
  })

  test('may not have more checksums than fit into the memory', async (t) => {
    const size = 200_000_001
    const huge = Buffer.alloc(size + 1024)
    headerOf({ name: 'SHA256SUMS', size }).copy(huge)
    const path = join(folder, 'huge')
    writeFileSync(path, zstdCompressSync(huge))
    const concat = t.mock.method(Buffer, 'concat')
    await assert.rejects(readArchive(path, readAll), damaged)
    const longest = Math.max(...concat.mock.calls.map(({ result }) => result?.length ?? 0))
    assert.ok(longest < size / 10, `${longest} bytes were read into the memory`)
  })

  test('has headers that fit their own sums', async () => {
    const names: string[] = []
    const read = (header: Buffer) =>
      readTar(Readable.from([header, end]), async ({ name }, content) => {
        names.push(name)
        await readAll(name, content)
      })
    await read(headerOf({ name: 'name', size: 0 }))
    const changed = headerOf({ name: 'name', size: 0 })
    changed.write('m', 0)
    await assert.rejects(read(changed), damaged)
    assert.deepEqual(names, ['name'])
  })

  test('is on the disk before it has its name, and so is the name at the end', async (t) => {
    const path = join(folder, 'synced')
    const handle = await open(folder)
    const files = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    const { sync } = files
    const hadName: boolean[] = []
    t.mock.method(files, 'sync', function (this: typeof handle) {
      hadName.push(existsSync(path))
      return sync.call(this)
    })
    await writeArchive(path, Readable.from([fileOf('one', 'one')]))
    assert.deepEqual(hadName, [false, true])
  })
})
