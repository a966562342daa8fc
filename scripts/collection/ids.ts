import { type Operation, resourceOf, successesOf } from './operations.ts'

/**
 * The variable of a path parameter. `/paymentmethods/{paymentMethodId}/paypal` needs what
 * `POST /paymentmethods/paypal` has created, and not just any payment method.
 */
export function variableOf(name: string, path: string, all: readonly Operation[]): string {
  const [, collection, kind] = /^(.*)\/\{\w+\}\/(\w+)$/.exec(path) ?? []
  const creates = (each: Operation) =>
    each.method === 'post' && each.path === `${collection}/${kind}`
  return all.some(creates) ? `${kind}${name[0]?.toUpperCase()}${name.slice(1)}` : name
}

/** The script after the answer: it checks the status and keeps ids. */
export function scriptOf(operation: Operation, all: readonly Operation[]): string[] {
  const successes = successesOf(operation).join(', ')
  return [
    `pm.test('${operation.operationId} succeeds', () => pm.expect(pm.response.code).to.be.oneOf([${successes}]))`,
    ...keepsOf(operation, all).map(
      ([name, value]) => `pm.collectionVariables.set('${name}', ${value})`,
    ),
  ]
}

/** The variables that an operation sets: its new id, the first id of its list, or a token. */
function keepsOf(operation: Operation, all: readonly Operation[]): [string, string][] {
  const { operationId, method, path } = operation
  const json = 'pm.response.json()'
  if (operationId === 'exchangeToken') return [['serviceToken', `${json}.access_token`]]
  const parameterAfter = (start: string) =>
    all
      .find((each) => each.path.startsWith(`${start}/{`) && each.path.endsWith('}'))
      ?.path.match(/\{(\w+)\}$/)?.[1]
  if (method === 'get') {
    const name = parameterAfter(path)
    if (name === undefined || all.some((each) => each.method === 'post' && each.path === path))
      return []
    const first = `${json}._embedded.items[0]?.id`
    return resourceOf(operation)?.endsWith('Collection') && name.endsWith('Id')
      ? [[name, `${first} ?? pm.collectionVariables.get('${name}')`]]
      : []
  }
  if (method !== 'post' || !successesOf(operation).includes(201) || path.includes('{')) return []
  const [, parent, kind] = /^(.*)\/(\w+)$/.exec(path) ?? []
  const own = parameterAfter(path)
  const ofParent = parameterAfter(parent ?? '')
  if (own !== undefined) return [[own, `${json}.id`]]
  if (ofParent === undefined) return []
  const special = variableOf(ofParent, `${parent}/{${ofParent}}/${kind}`, all)
  return [...new Set([ofParent, special])].map((name) => [name, `${json}.id`])
}
