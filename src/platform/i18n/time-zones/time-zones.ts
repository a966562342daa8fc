import type { Metrics } from '../../metrics/metrics.ts'
import { nodeZones } from './node-zones.ts'
import { packageZones } from './package-zones.ts'
import { systemZones } from './system-zones.ts'
import type { ZoneSource } from './zone-source.ts'

/** Where the zone files of most systems are. */
const systemDirectory = '/usr/share/zoneinfo'

/**
 * The rules of time zones. They come from the newest copy of the tz database that is at hand: that
 * of Node.js, that of the package moment-timezone, or the zone files of the system. A zone that the
 * newest copy does not know comes from the next one.
 */
export class TimeZones {
  /** The copies, the newest first. */
  readonly sources: readonly ZoneSource[]
  readonly #node: ZoneSource

  constructor(node: ZoneSource, others: readonly (ZoneSource | undefined)[]) {
    this.#node = node
    this.sources = [node, ...others.filter((source) => source !== undefined)].sort((a, b) =>
      a.version === b.version ? 0 : a.version < b.version ? 1 : -1,
    )
  }

  /** Registers which copies are at hand, and which is in use. */
  measure(metrics: Metrics): void {
    metrics.gauge({
      name: 'foyer_time_zone_data',
      help: 'Copies of the tz database by source and release. 1 for the one in use.',
      labels: ['source', 'version'],
      read: () =>
        this.sources.map((source) => [
          { source: source.name, version: source.version },
          Number(source === this.newest),
        ]),
    })
  }

  /** The copy that is used. */
  get newest(): ZoneSource {
    return this.sources[0] ?? this.#node
  }

  /** Whether a name is an IANA time zone, one of its aliases, or a fixed offset such as `+05:30`. */
  knows(zone: string): boolean {
    return this.#find(zone, 0) !== undefined
  }

  /**
   * Returns the minutes by which a zone is ahead of UTC.
   * @param at milliseconds since the epoch
   * @throws {RangeError} if the zone is unknown
   */
  offset(zone: string, at: number): number {
    const offset = this.#find(zone, at)
    if (offset === undefined) throw new RangeError(`no time zone has the name ${zone}`)
    return offset
  }

  /**
   * Returns the instant at which the clocks of a zone show a time. If they show it twice, the first
   * time counts. If they skip it, the result is as much later as they skip.
   * @param shown what the clocks show, as milliseconds since the epoch if they showed UTC
   * @returns milliseconds since the epoch
   * @throws {RangeError} if the zone is unknown
   */
  instant(zone: string, shown: number): number {
    const before = shown - this.offset(zone, shown - dayMs) * minuteMs
    const after = shown - this.offset(zone, shown + dayMs) * minuteMs
    const isShown = (at: number) => at + this.offset(zone, at) * minuteMs === shown
    return !isShown(before) && isShown(after) ? after : before
  }

  /**
   * Returns the name of a zone for `Intl`: its own, or if Node.js has other rules for it at that
   * time, a fixed offset such as `-05:00`.
   * @param at milliseconds since the epoch
   * @throws {RangeError} if the zone is unknown
   */
  intlName(zone: string, at: number): string {
    const offset = this.offset(zone, at)
    return this.#node.offset(zone, at) === offset ? zone : offsetName(offset)
  }

  #find(zone: string, at: number): number | undefined {
    for (const source of this.sources) {
      const offset = source.offset(zone, at)
      if (offset !== undefined) return offset
    }
    return undefined
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Such as `-05:00` for -300 minutes. */
export function offsetName(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(ahead / 60))}:${two(ahead % 60)}`
}

let opened: TimeZones | undefined

/** Returns the rules of time zones. The first call reads them. */
export function timeZones(): TimeZones {
  opened ??= new TimeZones(nodeZones(), [packageZones(), systemZones(systemDirectory)])
  return opened
}
