import { escapeForbidden } from '../../platform/text/text.ts'

/** One line per pair. The values are aligned. */
export function pairs(values: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length)) + 2
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}${escapeForbidden(String(value ?? '(none)'))}`)
    .join('\n')
}

/** A table with a head. Each column is as wide as its longest cell. */
export function columns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(escapeForbidden))
  const widths = head.map((_, at) =>
    lines.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0),
  )
  return lines
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
