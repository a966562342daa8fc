/** One copy of the tz database. */
export interface ZoneSource {
  readonly name: 'Node.js' | 'moment-timezone' | 'system'
  /** The release of the tz database, such as `2026f`. Later releases sort after earlier ones. */
  readonly version: string
  /**
   * Returns the minutes by which a zone is ahead of UTC.
   * @param zone an IANA name or one of its aliases, in any letter case
   * @param at milliseconds since the epoch
   * @returns undefined if the source does not know the zone
   */
  offset(zone: string, at: number): number | undefined
}

/** Such as `2026f (moment-timezone)`. */
export const sourceText = ({ name, version }: ZoneSource): string => `${version} (${name})`
