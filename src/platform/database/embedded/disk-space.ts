import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The disk of the data directory has too little free space to write. The message names the
 * directory.
 */
export class DiskFull extends Error {
  override name = 'DiskFull'
  constructor(directory: string, reserveBytes: number) {
    super(
      `The disk of ${directory} is full: less than ${Math.ceil(reserveBytes / 2 ** 20)} MiB are free.`,
    )
  }
}

/**
 * In bytes. PGlite needs a few KiB to start, and another program may use part of the freed space.
 */
const ballastBytes = 1024 * 1024

/**
 * Checks the free space on the disk of a data directory. PGlite cannot start on a completely full
 * disk. So a file of 1 MiB, the ballast, is written while there is space, and deleted before a
 * start on a full disk.
 */
export class DiskSpace {
  readonly #directory: string
  readonly #reserveBytes: number
  readonly #ballast: string
  #hasBallast = false

  /** @param reserveBytes free bytes below which the disk counts as full */
  constructor(directory: string, reserveBytes: number) {
    this.#directory = directory
    this.#reserveBytes = reserveBytes
    this.#ballast = join(directory, 'ballast')
  }

  /** @returns the error, if the disk is full */
  check(): DiskFull | undefined {
    const { bavail, bsize } = statfsSync(this.#directory)
    if (bavail * bsize < this.#reserveBytes)
      return new DiskFull(this.#directory, this.#reserveBytes)
    if (!this.#hasBallast) this.#writeBallast()
    return undefined
  }

  /** @throws {DiskFull} */
  assertSpace(): void {
    const full = this.check()
    if (full) throw full
  }

  /** Deletes the ballast if the disk is full. */
  prepareStart(): void {
    if (!this.check()) return
    rmSync(this.#ballast, { force: true })
    this.#hasBallast = false
  }

  #writeBallast(): void {
    this.#hasBallast = true
    if (existsSync(this.#ballast)) return
    try {
      writeFileSync(this.#ballast, randomBytes(ballastBytes), { mode: 0o600 })
    } catch {
      rmSync(this.#ballast, { force: true })
    }
  }
}
