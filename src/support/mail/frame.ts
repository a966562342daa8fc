import { type Brand, type BrandLinks, noBrand } from '../../platform/http/pages/brand/brand.ts'
import { type Palette, palettes } from '../../platform/http/pages/brand/colours.ts'
import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { type Language, say } from '../../platform/i18n/catalogue.ts'

/** A part of an email. Parts are shown in order. */
export type EmailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Facts about what happened: names and values. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** The main action. */
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  /** A note, smaller and in grey. */
  | { readonly kind: 'note'; readonly text: string }

/** The content of an email, before it is rendered as text and as HTML. */
export interface Content {
  readonly language: Language
  readonly serviceName: string
  readonly subject: string
  readonly parts: readonly EmailPart[]
  readonly brand?: Brand | undefined
}

/**
 * Returns the plain text of an email. Each link stands on a line of its own, so that all mail
 * programs recognise it.
 */
export const plainText = ({ parts, language, brand = noBrand }: Content): string =>
  [
    ...parts.map(linesOf),
    linesOfLinks(brand.links, language)
      .map(([name, link]) => `${name}: ${link}`)
      .join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n')

function linesOf(part: EmailPart): string {
  if (part.kind === 'facts')
    return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  return part.kind === 'button' ? part.link : part.text
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/**
 * The colours of the pages, in the dark. Each element has the light colours inline, for mail
 * programs without style sheets.
 */
const stylesOf = (dark: Palette): Html =>
  markup(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .background { padding: 16px 8px !important; }
  .card { padding: 20px 16px !important; }
  .button a { padding: 12px 16px !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .background { background: ${dark.ground} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink, .ink a { color: ${dark.ink} !important; }
  .soft, .soft a { color: ${dark.soft} !important; }
  .button { background: ${dark.accent} !important; }
  .button a { color: ${dark['on-accent']} !important; }
}
</style>`)

/**
 * Returns the HTML of an email. It uses tables, because Outlook supports no other layout. Each
 * element has inline styles, because some mail programs drop style sheets. It loads no images or
 * other files.
 */
export function mailPage({
  language,
  serviceName,
  subject,
  parts,
  brand = noBrand,
}: Content): string {
  const { accents } = brand
  const light = { ...palettes.light, ...(accents && { accent: accents.light }) }
  const dark = { ...palettes.dark, ...(accents && { accent: accents.dark }) }
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${stylesOf(dark)}
</head>
<body class="page" style="margin:0;padding:0;background:${light.ground};-webkit-text-size-adjust:100%">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="background" align="center" style="padding:32px 16px;background:${light.ground}">
${outlook('<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td>')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;${font};font-size:18px;font-weight:bold;color:${light.ink};word-break:break-word">${serviceName}</td></tr>
<tr><td class="card" style="padding:28px 32px;background:${light.card};border:1px solid ${light.line};border-radius:8px">
${parts.map((part) => htmlOf(part, language, light))}
</td></tr>
${footOf(brand.links, language, light)}</table>
${outlook('</td></tr></table>')}
</td></tr>
</table>
</body>
</html>
`.text
}

/** The links to pages of the marketplace, below the card. */
function footOf(links: BrandLinks, language: Language, light: Palette): Html | false {
  const items = linesOfLinks(links, language).map(
    ([name, link]) => html`<a href="${link}" style="color:${light.soft}">${name}</a>`,
  )
  return (
    items.length > 0 &&
    html`<tr><td class="soft" style="padding:16px 4px 0;${softStyle(light)}">${items.map((item, at) => html`${at > 0 && markup(' &nbsp; ')}${item}`)}</td></tr>\n`
  )
}

function linesOfLinks(
  { terms, privacy, support }: BrandLinks,
  language: Language,
): (readonly [name: string, link: string])[] {
  const all = [
    ['page.link.terms', terms],
    ['page.link.privacy_policy', privacy],
    ['page.link.support', support],
  ] as const
  return all.flatMap(([key, link]) => (link === undefined ? [] : [[say(language, key), link]]))
}

/** Wraps HTML that only Outlook on Windows reads. It does not support `max-width`. */
const outlook = (text: string): Html => markup(`<!--[if mso]>${text}<![endif]-->`)

const inkStyle = ({ ink }: Palette): string =>
  `${font};font-size:16px;line-height:1.5;color:${ink};word-break:break-word`
const softStyle = ({ soft }: Palette): string =>
  `${font};font-size:14px;line-height:1.5;color:${soft};word-break:break-word`

function htmlOf(part: EmailPart, language: Language, light: Palette): Html {
  if (part.kind === 'text')
    return html`<p class="ink" style="margin:0 0 16px;${inkStyle(light)}">${part.text}</p>\n`
  if (part.kind === 'note')
    return html`<p class="soft" style="margin:16px 0 0;${softStyle(light)}">${part.text}</p>\n`
  if (part.kind === 'facts')
    return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${part.facts.map(([name, value]) => html`<tr><td class="soft" style="padding:2px 16px 2px 0;vertical-align:baseline;white-space:nowrap;${softStyle(light)}">${name}</td><td class="ink" style="padding:2px 0;vertical-align:baseline;${inkStyle(light)}">${value}</td></tr>\n`)}</table>\n`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 16px">
<tr><td class="button" style="background:${light.accent};border-radius:6px"><a href="${part.link}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:bold;color:${light['on-accent']};text-decoration:none;word-break:break-word">${part.label}</a></td></tr>
</table>
<p class="soft" style="margin:0 0 16px;${softStyle(light)}">${say(language, 'mail.link_address')}<br>
<span style="word-break:break-all">${part.link}</span></p>\n`
}
