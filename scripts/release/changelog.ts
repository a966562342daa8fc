const unreleased = '## Unreleased\n'

/** The section of a version in a changelog, without its heading. `null` if there is none. */
export function sectionOf(changelog: string, version: string): string | null {
  const [, after] = changelog.split(new RegExp(`^## ${RegExp.escape(version)}(?: .*)?\n`, 'm'))
  return after === undefined ? null : (after.split(/^## /m)[0] ?? '').trim()
}

/**
 * Makes the section of a version of what is unreleased. Returns the changelog as it is if the
 * section is there.
 * @param date as in 2026-01-31
 * @throws {Error} if nothing is unreleased
 */
export function released(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, version) !== null) return changelog
  if (!sectionOf(changelog, 'Unreleased'))
    throw new Error('CHANGELOG.md has nothing under "## Unreleased".')
  return changelog.replace(unreleased, `${unreleased}\n## ${version} (${date})\n`)
}
