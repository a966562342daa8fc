/** A colour as six hexadecimal digits: such as `#0b6b5d`. */
export type Colour = `#${string}`

/** Whether a text is a colour such as `#0b6b5d`. */
export const isColour = (text: string): text is Colour => /^#[\da-f]{6}$/i.test(text)

const channelsOf = (colour: Colour): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** The relative luminance of a colour (WCAG 2.2): 0 for black, 1 for white. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (WCAG 2.2): 1 for the same colour, 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours. @param share how much of `other` is in the mixture, from 0 to 1 */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}
