import type { Application } from './applications.ts'

/**
 * Where an application's users begin: the origin of its first redirect URI that is a web page. Undefined for an application on a device,
 * which no address leads to.
 */
export function startOf({ kind, redirectUris }: Pick<Application, 'kind' | 'redirectUris'>) {
  const pages = redirectUris
    .map((uri) => new URL(uri))
    .filter(({ protocol }) => protocol === 'https:' || (protocol === 'http:' && kind !== 'native'))
  return pages[0] && `${pages[0].origin}/`
}
