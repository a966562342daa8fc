/** The part of what `npm audit --json` prints that Foyer reads. */
export interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly via: readonly (Advisory | string)[] }>
  >
}

export interface Advisory {
  readonly name: string
  readonly title: string
  readonly severity: string
  /** Its last part is the id, such as `GHSA-wc9v-mj63-m9g5`. */
  readonly url: string
}

/** Why a known vulnerability does not matter here, by the id of its advisory. */
export type Explanations = Readonly<Record<string, string>>

/**
 * Compares the vulnerabilities that npm reports with those that are explained.
 * @returns a line for each one without an explanation, and for each explanation that is not needed
 */
export function compareVulnerabilities(report: AuditReport, explained: Explanations): string[] {
  // A text names the dependency through which a vulnerability arrives, with its own entry.
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((advisory) => typeof advisory !== 'string')
  const found = new Map(advisories.map((advisory) => [idOf(advisory), advisory]))
  const open = [...found]
    .filter(([id]) => !explained[id])
    .map(([id, { name, severity, title }]) => `${id} (${severity}) in ${name}: ${title}`)
  const stale = Object.keys(explained)
    .filter((id) => !found.has(id))
    .map((id) => `${id} is explained, but npm does not report it`)
  return [...open, ...stale]
}

const idOf = ({ url }: Advisory): string => url.split('/').at(-1) ?? url
