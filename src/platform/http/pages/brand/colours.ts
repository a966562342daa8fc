/** A colour as six hexadecimal digits: such as `#0b6b5d`. */
export type Colour = `#${string}`

/** Whether a text is a colour such as `#0b6b5d`. */
export const isColour = (text: string): text is Colour => /^#[\da-f]{6}$/i.test(text)

export type Scheme = 'light' | 'dark'

/** The colours of emails, for one scheme. They are those of the style sheet of the pages. */
export interface Palette {
  readonly ground: Colour
  readonly card: Colour
  readonly ink: Colour
  readonly soft: Colour
  readonly line: Colour
  readonly accent: Colour
  readonly 'on-accent': Colour
}

/** Foyer's own colours. A brand replaces the accents. */
export const palettes: Readonly<Record<Scheme, Palette>> = {
  light: {
    ground: '#f7f5f0',
    card: '#ffffff',
    ink: '#1b211f',
    soft: '#55605c',
    line: '#e2dfd7',
    accent: '#0b6b5d',
    'on-accent': '#ffffff',
  },
  dark: {
    ground: '#121614',
    card: '#1b211f',
    ink: '#edf0ee',
    soft: '#aab5b0',
    line: '#303835',
    accent: '#6fd0bc',
    'on-accent': '#06231d',
  },
}

/**
 * The background on which an accent has the least contrast. The text on buttons is further from the
 * accent than these are.
 */
export const hardestGround = { light: palettes.light.ground, dark: palettes.dark.card } as const

/** The contrast that WCAG 2.2 AA requires of text (1.4.3). */
export const minContrast = 4.5

/** The relative luminance of a colour (WCAG 2.2): 0 for black, 1 for white. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (WCAG 2.2): 1 for the same colour, 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
