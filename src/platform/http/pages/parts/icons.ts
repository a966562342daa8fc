import { type Html, markup } from '../html.ts'

/** Outlines on a grid of 16 by 16, by what they stand for. */
const outlines = {
  overview: 'M2 7.500l6-5 6 5V14H9.500v-4h-3v4H2z',
  addresses:
    'M8 14.500s5-4.500 5-8a5 5 0 0 0-10 0c0 3.500 5 8 5 8zM8 8a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  paymentmethods: 'M1.500 3.500h13v9h-13zM1.500 6.500h13',
  profile: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.500 14c.500-3 2.500-4 5.500-4s5 1 5.500 4',
  security: 'M3.500 7h9v7h-9zM5.500 7V4.500a2.500 2.500 0 0 1 5 0V7',
  sessions: 'M2 3h12v8H2zM5.500 14h5',
  applications: 'M2.500 2.500h4v4h-4zM9.500 2.500h4v4h-4zM2.500 9.500h4v4h-4zM9.500 9.500h4v4h-4z',
  privacy: 'M3.500 1.500h6l3 3v10h-9zM6 8h4M6 11h4',
  developer: 'M5.500 4.500L2 8l3.500 3.500M10.500 4.500L14 8l-3.500 3.500',
  operator: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  add: 'M8 2.500v11M2.500 8h11',
} as const

/** A picture beside the name of a page. Screen readers skip it. */
export const pageIcon = (name: keyof typeof outlines): Html =>
  markup(
    `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${outlines[name]}"/></svg>`,
  )
