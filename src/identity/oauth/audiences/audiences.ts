import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import { record } from '../../../support/audit/audit.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import * as store from './store.ts'

export { list as listResources } from './store.ts'

/** The longest identifier of a resource. */
const maxLength = 512

/** The audiences that tokens can have: this service, and the sibling services. */
export interface Audiences {
  /**
   * Finds the audience of a token for a resource (RFC 8707, 2). Only requests that name one pay.
   * @returns undefined if no such resource is registered
   */
  find(resource: string): Promise<string | undefined>
  /** Whether tokens with an audience are made for the service of an application. */
  isOf(applicationId: number, audience: string): Promise<boolean>
}

/** @param baseUrl the URL of the root resource: the resource that this service itself is */
export const openAudiences = (db: Queryable, baseUrl: string): Audiences => ({
  async find(resource) {
    const own = withoutSlash(resource)
    if (own === baseUrl) return baseUrl
    if (!mayBeResource(resource)) return undefined
    return (await store.findApplicationOf(db, resource)) === undefined ? undefined : resource
  },
  isOf: async (applicationId, audience) =>
    (await store.findApplicationOf(db, audience)) === applicationId,
})

/** Some clients write a slash at the end of the URL. */
const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** Whether a text may be looked up. Card numbers are not, because databases keep logs. */
const mayBeResource = (text: string): boolean =>
  text.length <= maxLength && URL.canParse(text) && !holdsCardNumber(text)

/**
 * Registers a sibling service that tokens can be made for.
 * @throws {Refused} validation_failed; its text says what is wrong
 */
export async function addResource(
  db: Database,
  { resource, clientId, baseUrl }: { resource: string; clientId: string; baseUrl: string },
): Promise<void> {
  checkResource(resource)
  if (withoutSlash(resource) === baseUrl) throw invalid(`${baseUrl} is this service itself.`)
  await db.transaction(async (tx) => {
    const applicationId = await lockApplicationForShare(tx, clientId)
    if (applicationId === null)
      throw invalid(`No enabled application has the client id ${clientId}.`)
    if (!(await store.insert(tx, resource, applicationId)))
      throw invalid(`The resource ${resource} is registered already.`)
    const details = { application: applicationId, resource }
    await record(tx, { userId: null, action: 'resource.added', details })
  })
}

/**
 * Removes a sibling service. Its application no longer learns about tokens that were made for it.
 * @returns false if there is no such service
 */
export const removeResource = (db: Database, resource: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const application = await store.remove(tx, resource)
    if (application === undefined) return false
    await record(tx, {
      userId: null,
      action: 'resource.removed',
      details: { application, resource },
    })
    return true
  })

/** @throws {Refused} if a text is no absolute http or https URL without a fragment (RFC 8707, 2) */
function checkResource(resource: string): void {
  const url = URL.parse(resource)
  const isUrl = url !== null && /^https?:$/.test(url.protocol) && !resource.includes('#')
  if (!isUrl || !mayBeResource(resource))
    throw invalid(
      'The resource must be an http or https URL without a fragment, of at most 512 characters.',
    )
}

const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })
