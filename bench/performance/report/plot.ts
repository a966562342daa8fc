import type { Figure, Spread } from '../figures.ts'

/** A bar: the median, with a whisker from the least to the greatest value. */
interface Bar {
  readonly label: string
  readonly rate: Spread
  readonly isOurs: boolean
}

/** Bars with one scale. */
export interface Group {
  readonly title: string
  readonly bars: readonly Bar[]
}

/** The bars of one path. */
export const groupOf = (title: string, figures: readonly Figure[]): Group => ({
  title,
  bars: figures.map(({ contestant, rate }) => ({
    label: contestant,
    rate,
    isOurs: contestant === 'foyer',
  })),
})

const width = 760
const labelWidth = 110
const valueWidth = 90
const barWidth = width - labelWidth - valueWidth
const rowHeight = 22
const titleHeight = 34
const margin = 10

// The colors have enough contrast on white and on black. Viewers that show a dark page get lighter
// ones.
const style = `
  text { font: 13px system-ui, sans-serif; fill: #4a5058 }
  .title { font-weight: 600 }
  .bar { fill: #afb8c1 } .ours { fill: #1f6feb }
  .whisker { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9d1d9 } .whisker { stroke: #e6edf3 } .bar { fill: #6e7681 }
  }`

/** Draws groups of horizontal bars as SVG. The value stands at the end of each bar. */
export function plotOf(title: string, groups: readonly Group[]): string {
  let y = margin
  const parts: string[] = []
  for (const { title: heading, bars } of groups) {
    parts.push(`<text class="title" x="${margin}" y="${y + 22}">${escaped(heading)}</text>`)
    y += titleHeight
    const most = Math.max(...bars.map(({ rate }) => rate.max))
    for (const bar of bars) {
      parts.push(rowOf(bar, y, barWidth / most))
      y += rowHeight
    }
  }
  const height = y + margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function rowOf({ label, rate, isOurs }: Bar, top: number, scale: number): string {
  const middle = top + rowHeight / 2
  const at = (value: number) => (labelWidth + value * scale).toFixed(1)
  const line = (x1: string, y1: number, x2: string, y2: number) =>
    `<line class="whisker" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`
  const [least, most] = [at(rate.min), at(rate.max)]
  const bar = `class="${isOurs ? 'ours' : 'bar'}" x="${labelWidth}" y="${top + 3}"`
  return [
    `<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escaped(label)}</text>`,
    `<rect ${bar} width="${(rate.median * scale).toFixed(1)}" height="${rowHeight - 6}" rx="2"/>`,
    line(least, middle, most, middle),
    line(least, middle - 4, least, middle + 4),
    line(most, middle - 4, most, middle + 4),
    `<text x="${Number(most) + 8}" y="${middle + 4}">${Math.round(rate.median)}</text>`,
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
