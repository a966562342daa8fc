import type Provider from 'oidc-provider'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { findApplication } from '../../applications/applications.ts'
import { splitScope } from '../../applications/scopes.ts'
import { storeDecision } from '../../consents/consents.ts'
import type { Session } from '../../sessions/sessions.ts'
import { applicationGone } from './refusals.ts'

type Interaction = InstanceType<Provider['Interaction']>

/** What is next for a request of an application that waits for its user. */
export type NextStep =
  | { readonly kind: 'sign_in' }
  | {
      readonly kind: 'consent'
      readonly userId: number
    }
  /** Everything is known: the browser goes back to the authorization endpoint. */
  | { readonly kind: 'resume' }

/** What the user is asked to agree to. */
export interface ConsentQuestion {
  readonly application: string
  /** Where the browser goes then: a host, or the scheme of an application on the device. */
  readonly host: string
  readonly scopes: readonly string[]
}

/**
 * Finds what a request waits for, and answers it where the session already does: whoever has signed in since it
 * came need not do so again.
 */
export async function nextStep(
  interaction: Interaction,
  session: Session | undefined,
): Promise<NextStep> {
  if (session === undefined) return { kind: 'sign_in' }
  if (interaction.session?.uid !== session.uid) {
    if (!isFresh(interaction, session)) return { kind: 'sign_in' }
    // It is this session's from now on.
    delete interaction.session
    await answer(interaction, { login: loginOf(session), select_account: {} })
    return { kind: 'resume' }
  }
  if (interaction.prompt.name !== 'consent') return { kind: 'sign_in' }
  return { kind: 'consent', userId: session.userId }
}

/**
 * What the user is asked to agree to.
 * @throws {ApplicationGone}
 */
export async function questionOf(
  db: Queryable,
  interaction: Interaction,
): Promise<ConsentQuestion> {
  const found = await findApplication(db, clientIdOf(interaction))
  if (found === null) throw applicationGone()
  const { protocol, host } = new URL(String(interaction.params.redirect_uri))
  return {
    application: found.application.name,
    host: host === '' ? protocol.slice(0, -1) : host,
    scopes: scopesOf(interaction),
  }
}

/**
 * Whether a session that is not the one the request came with will do. Any will where there was none; where a new
 * sign-in is asked for, it must have happened since.
 */
function isFresh({ iat, prompt, session: first }: Interaction, session: Session): boolean {
  const anyWillDo = first === undefined && prompt.reasons.every((reason) => reason === 'no_session')
  return anyWillDo || Math.floor(session.signedInAt / 1000) >= iat
}

/** Whether a request was answered with a sign-in that is not this session's (any more). */
export const isForeign = ({ result }: Interaction, session: Session | undefined): boolean =>
  result?.login !== undefined && result.login.accountId !== String(session?.userId)

/**
 * Takes the user's answer to what an application asks for. It is remembered, so that the same is not asked again.
 * @throws {Refused} unauthorized_client
 */
export async function decide(
  db: Database,
  interaction: Interaction,
  userId: number,
  allowed: boolean,
): Promise<void> {
  const decision = { clientId: clientIdOf(interaction), scopes: scopesOf(interaction), allowed }
  if (!(await storeDecision(db, userId, decision))) throw applicationGone()
  await answer(
    interaction,
    allowed
      ? { consent: {} }
      : { error: 'access_denied', error_description: 'the user denied the request' },
  )
}

/** Writes down the answer for the library to find. What was answered to an earlier question of the request stays. */
async function answer(
  interaction: Interaction,
  result: NonNullable<Interaction['result']>,
): Promise<void> {
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result }
  await interaction.persist()
}

const loginOf = ({ userId, signedInAt, amr }: Session) => ({
  accountId: String(userId),
  ts: Math.floor(signedInAt / 1000),
  amr: [...amr],
})

const clientIdOf = ({ params }: Interaction): string => String(params.client_id)

const scopesOf = ({ params }: Interaction): readonly string[] =>
  splitScope(String(params.scope ?? ''))
