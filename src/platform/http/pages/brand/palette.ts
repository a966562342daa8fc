import { type Colour, contrast, mix } from './contrast.ts'

/** The colours of pages and emails, for one scheme. Their names are those of the style sheet. */
export interface Palette {
  readonly ground: Colour
  readonly card: Colour
  readonly ink: Colour
  readonly soft: Colour
  readonly line: Colour
  readonly edge: Colour
  readonly accent: Colour
  readonly 'accent-strong': Colour
  readonly 'on-accent': Colour
  readonly tint: Colour
  readonly wrong: Colour
}

export type Scheme = 'light' | 'dark'

/** The colours of Foyer itself. */
export const foyerPalettes: Readonly<Record<Scheme, Palette>> = {
  light: {
    ground: '#f7f5f0',
    card: '#ffffff',
    ink: '#1b211f',
    soft: '#55605c',
    line: '#e2dfd7',
    edge: '#7b8783',
    accent: '#0b6b5d',
    'accent-strong': '#084f45',
    'on-accent': '#ffffff',
    tint: '#e6f1ed',
    wrong: '#a3261b',
  },
  dark: {
    ground: '#121614',
    card: '#1b211f',
    ink: '#edf0ee',
    soft: '#aab5b0',
    line: '#303835',
    edge: '#86938d',
    accent: '#6fd0bc',
    'accent-strong': '#95e2d2',
    'on-accent': '#06231d',
    tint: '#18302a',
    wrong: '#ff9b90',
  },
}

/** The colours that a brand chooses. The others follow from them. */
export interface Choice {
  readonly accent?: Colour | undefined
  readonly ground?: Colour | undefined
}

/** The colour that the text of a scheme is near. The background is far from it. */
const far = { light: '#000000', dark: '#ffffff' } as const

/** Makes the palette of a scheme. */
export function paletteOf(scheme: Scheme, { accent, ground }: Choice): Palette {
  const own = foyerPalettes[scheme]
  const placed =
    ground === undefined
      ? own
      : {
          ...own,
          ground,
          card: scheme === 'light' ? own.card : mix(ground, far.dark, 0.05),
          line: mix(ground, far[scheme], 0.12),
        }
  if (accent === undefined) return placed
  return {
    ...placed,
    accent,
    'accent-strong': mix(accent, far[scheme], 0.25),
    'on-accent': scheme === 'light' ? '#ffffff' : '#0d1110',
    tint: mix(placed.card, accent, scheme === 'light' ? 0.1 : 0.14),
  }
}

/** Too little contrast between two colours of a palette. */
export interface ContrastFault {
  readonly what: string
  readonly ratio: number
  /**
   * The ratio that WCAG 2.2 AA requires: 4.5 for text (1.4.3), 3 for parts of controls (1.4.11).
   */
  readonly needed: number
  /** A colour near the chosen one with enough contrast. */
  readonly right: Colour
}

type Pair = readonly [what: string, front: keyof Palette, back: keyof Palette, needed: number]

const pairs: Readonly<Record<keyof Choice, readonly Pair[]>> = {
  accent: [
    ['links on the background', 'accent', 'ground', 4.5],
    ['links on cards', 'accent', 'card', 4.5],
    ['the text of buttons', 'on-accent', 'accent', 4.5],
    ['the text of buttons under the pointer', 'on-accent', 'accent-strong', 4.5],
    ['marked text', 'accent-strong', 'tint', 4.5],
    ['the focus on the background', 'accent', 'ground', 3],
  ],
  ground: [
    ['text', 'ink', 'ground', 4.5],
    ['hints', 'soft', 'ground', 4.5],
    ['hints on cards', 'soft', 'card', 4.5],
    ['errors', 'wrong', 'ground', 4.5],
    ['the edges of fields', 'edge', 'ground', 3],
  ],
}

/** Finds the pair of colours with the least contrast for its purpose, if it is too little. */
function worstPair(palette: Palette, part: keyof Choice): Omit<ContrastFault, 'right'> | undefined {
  const [worst] = pairs[part]
    .map(([what, front, back, needed]) => {
      const ratio = contrast(palette[front], palette[back])
      return { what, ratio, needed }
    })
    .filter(({ ratio, needed }) => ratio < needed)
    .sort((a, b) => a.ratio / a.needed - b.ratio / b.needed)
  return worst
}

/** Finds what is wrong with a chosen colour. Undefined if its contrast is enough. */
export function contrastFault(
  scheme: Scheme,
  choice: Choice,
  part: keyof Choice,
): ContrastFault | undefined {
  const worst = worstPair(paletteOf(scheme, choice), part)
  return worst && { ...worst, right: nearestRight(scheme, choice, part) }
}

/**
 * Moves a colour until its contrast is enough: an accent away from its background, and a background
 * away from its text.
 */
export function nearestRight(scheme: Scheme, choice: Choice, part: keyof Choice): Colour {
  const other = scheme === 'light' ? 'dark' : 'light'
  const goal = part === 'accent' ? far[scheme] : far[other]
  const chosen = choice[part] ?? foyerPalettes[scheme][part]
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(chosen, goal, share)
    if (worstPair(paletteOf(scheme, { ...choice, [part]: candidate }), part) === undefined)
      return candidate
  }
  return foyerPalettes[scheme][part]
}

/** The style sheet of a brand's colours. It follows the style sheet of the pages. */
export function paletteStyles({ light, dark }: Readonly<Record<Scheme, Palette>>): string {
  const rule = (palette: Palette) =>
    `:root{${Object.entries(palette)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(';')}}`
  return `${rule(light)}\n@media (prefers-color-scheme:dark){${rule(dark)}}\n`
}
