import type { NewApplication } from '../../../identity/applications/applications.ts'
import {
  addImported,
  checkImported,
  type ImportedApplication,
  isRegistered,
} from '../../../identity/applications/imported-application.ts'
import { forBulkWork, retryWhileBusy } from '../../../platform/database/batches.ts'
import type { OpenDatabase } from '../../../platform/database/db.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import { compileDraft } from '../../../platform/text/compile-draft.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { FaultList, parseLine } from '../parse-line.ts'
import { addRepeated, type LineKey } from '../repeated.ts'
import {
  type BatchOutcome,
  type ImportCounts,
  type ImportOptions,
  runImport,
} from '../run-import.ts'
import { type ApplicationInput, ApplicationLine } from './line.ts'

/** Each application has a transaction of its own: there are few. */
const batches = { size: 50, concurrency: 1, keysOf }

/**
 * Imports the applications of a file. An application whose client id is there already stays as it
 * is. Lines that are refused do not stop the import.
 * @throws {Refused | Unavailable} as `runImport`
 */
export function importApplications(
  opened: OpenDatabase,
  options: ImportOptions,
): Promise<ImportCounts> {
  const db = forBulkWork(opened)
  const retry = retryWhileBusy(options)
  const read = compileDraft(ApplicationLine)
  return runImport(options, batches, async (lines, scanned) => {
    const outcome = {
      imported: 0,
      present: 0,
      refused: 0,
      faults: [] as BatchOutcome['faults'][number][],
    }
    for (const line of lines) {
      const faults = new FaultList()
      const body = parseLine(line, faults)
      if (body !== undefined) addRepeated(faults, keysOf(body.value), scanned)
      const application = body && checkLine(read(body), faults)
      if (application === undefined || faults.found.length > 0) {
        outcome.refused++
        outcome.faults.push(...faults.found.map((fault) => ({ line: line.number, ...fault })))
        continue
      }
      const isNew = await retry(async () =>
        options.dryRun
          ? !(await isRegistered(db, application.clientId))
          : addImported(db, application),
      )
      outcome[isNew ? 'imported' : 'present']++
    }
    return outcome
  })
}

function keysOf(value: object): LineKey[] {
  const { client_id } = value as Record<string, unknown>
  const isKey = typeof client_id === 'string' && !holdsCardNumber(client_id)
  return isKey ? [{ kind: 'client_id', property: 'client_id', key: client_id.trim() }] : []
}

function checkLine(
  { given, faults: unreadable }: Draft<ApplicationInput>,
  faults: FaultList,
): ImportedApplication | undefined {
  faults.addAll(unreadable)
  const { client_id: clientId, name } = given
  for (const property of ['client_id', 'name'] as const)
    if (!given[property] && !unreadable.has(property)) faults.addMessage(property, 'rule.required')
  if (!faults.isEmpty || !clientId || !name) return undefined
  const secret = { secret: given.client_secret, secretHash: given.client_secret_hash }
  return faults.try(() => checkImported(clientId, propertiesOf(given, name), secret))
}

const propertiesOf = (given: Partial<ApplicationInput>, name: string): NewApplication => ({
  name,
  ...(given.kind && { kind: given.kind }),
  ...(given.authentication && { authentication: given.authentication }),
  ...(given.scopes && { scopes: given.scopes }),
  ...(given.grant_types && { grantTypes: given.grant_types }),
  redirectUris: given.redirect_uris ?? [],
  postLogoutRedirectUris: given.post_logout_redirect_uris ?? [],
  allowMissingPkce: given.allow_missing_pkce ?? false,
  introspect: given.introspect ?? false,
  allowTokenEndpointAudience: given.allow_token_endpoint_audience ?? false,
  dpopBoundAccessTokens: given.dpop_bound_access_tokens ?? false,
  jwks: given.jwks ?? null,
  termsUrl: given.terms_url ?? null,
  privacyUrl: given.privacy_url ?? null,
})
