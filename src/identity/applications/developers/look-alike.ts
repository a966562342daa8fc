/** Letters and digits that people read as a Latin letter (a part of UTS #39, confusables). */
const latin: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  $: 's',
  '@': 'a',
  '|': 'l',
  '!': 'l',
  i: 'l',
  ı: 'l',
  α: 'a',
  ε: 'e',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
  ϝ: 'f',
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  г: 'r',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ї: 'l',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ӏ: 'l',
  ғ: 'f',
  ꜰ: 'f',
  ʏ: 'y',
  ʀ: 'r',
  ꭈ: 'r',
  ƒ: 'f',
  ɡ: 'g',
  ø: 'o',
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ɪ: 'l',
}

/**
 * What a name looks like: names that people confuse give the same text. Case, accents, spaces,
 * punctuation and invisible characters do not count, and "rn" looks like "m".
 */
export const lookOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => latin[letter] ?? letter)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Shorter names are part of too many words. They are reserved only as a whole. */
const minPartLength = 4

/** Whether a name looks as if the service itself had it. */
export function looksLikeService(name: string, serviceName: string): boolean {
  const [look, service] = [lookOf(name), lookOf(serviceName)]
  return service.length < minPartLength ? look === service : look.includes(service)
}
