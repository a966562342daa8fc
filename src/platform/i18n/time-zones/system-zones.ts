import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offsetIn, readTzif, type ZoneRules } from './tzif.ts'
import type { ZoneSource } from './zone-source.ts'

/**
 * The zone files of the system (RFC 9636).
 * @param directory the directory with `tzdata.zi`, which has the release and all names
 * @returns undefined if there are no zone files, or their release is unknown
 */
export function systemZones(directory: string): ZoneSource | undefined {
  const index = readIndex(join(directory, 'tzdata.zi'))
  if (index === undefined) return undefined
  const { version, files } = index
  const read = new Map<string, ZoneRules | undefined>()
  return {
    name: 'system',
    version,
    offset(zone, at) {
      const file = files.get(zone.toLowerCase())
      if (file === undefined) return undefined
      if (!read.has(file)) read.set(file, readFile(join(directory, file)))
      const rules = read.get(file)
      return rules && Math.round(offsetIn(rules, at / 1_000) / 60)
    },
  }
}

interface Index {
  readonly version: string
  /** The files of the zones, by their names and aliases in lower case. */
  readonly files: ReadonlyMap<string, string>
}

/** Reads the zones (`Z name …`) and aliases (`L file name`) of the compact form of the database. */
function readIndex(path: string): Index | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const version = /^# version (\d{4}[a-z]+)/.exec(text)?.[1]
  if (version === undefined) return undefined
  const files = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [kind, first = '', alias = ''] = line.split(' ', 3)
    if (kind === 'Z') files.set(first.toLowerCase(), first)
    if (kind === 'L') files.set(alias.toLowerCase(), first)
  }
  return { version, files }
}

/** A file that is missing or damaged must not keep a page from its reader: others know the zone. */
function readFile(path: string): ZoneRules | undefined {
  try {
    return readTzif(readFileSync(path))
  } catch {
    return undefined
  }
}
