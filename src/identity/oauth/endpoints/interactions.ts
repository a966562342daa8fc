import type Provider from 'oidc-provider'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { type Face, findFace } from '../../applications/face.ts'
import { splitScope } from '../../applications/scopes.ts'
import { lockUserForShare } from '../../users/credentials/credentials.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { lockSessionForShare, type Session } from '../../users/sessions/sessions.ts'
import { publicMethods } from '../../users/sessions/sign-in-level.ts'
import { storeDecision } from '../consents/consents.ts'
import { applicationGone } from './refusals.ts'

type Interaction = InstanceType<Provider['Interaction']>

/** The next step of an authorization request that waits for its user. */
export type NextStep =
  | { readonly kind: 'sign_in' }
  | {
      readonly kind: 'consent'
      readonly session: Session
    }
  /** Nothing is left to ask. The browser goes back to the authorization endpoint. */
  | { readonly kind: 'resume' }

/** What the consent page shows. */
export interface ConsentQuestion {
  readonly application: Face
  /** Where the browser goes afterwards: a host, or the scheme of an application on the device. */
  readonly host: string
  readonly scopes: readonly string[]
}

/**
 * Finds the next step of a request. If the user has signed in since the request came, it records
 * that sign-in, and the user need not sign in again.
 */
export async function nextStep(
  interaction: Interaction,
  session: Session | undefined,
): Promise<NextStep> {
  if (session === undefined) return { kind: 'sign_in' }
  if (interaction.session?.uid !== session.uid) {
    if (!isFresh(interaction, session)) return { kind: 'sign_in' }
    // From now on the request belongs to this session.
    delete interaction.session
    await answer(interaction, { login: loginOf(session), select_account: {} })
    return { kind: 'resume' }
  }
  if (interaction.prompt.name !== 'consent') return { kind: 'sign_in' }
  return { kind: 'consent', session }
}

/**
 * Finds what the consent page shows.
 * @throws {Refused} unauthorized_client, if the application is disabled
 */
export async function findConsentQuestion(
  db: Queryable,
  interaction: Interaction,
): Promise<ConsentQuestion> {
  const application = await findFace(db, clientIdOf(interaction))
  if (application === undefined) throw applicationGone()
  const { protocol, host } = new URL(String(interaction.params.redirect_uri))
  return {
    application,
    host: host === '' ? protocol.slice(0, -1) : host,
    scopes: scopesOf(interaction),
  }
}

/**
 * Whether the request may continue with a session that it did not come with. If it came without a
 * session, any session is accepted. If the application requires a new sign-in, the session must
 * have started after the request.
 */
function isFresh({ iat, prompt, session: first }: Interaction, session: Session): boolean {
  const acceptsAny =
    first === undefined && prompt.reasons.every((reason) => reason === 'no_session')
  return acceptsAny || Math.floor(session.signedInAt / 1000) >= iat
}

/** Whether a request was answered with the sign-in of another user than the session's. */
export const isForOtherUser = ({ result }: Interaction, session: Session | undefined): boolean =>
  result?.login !== undefined && result.login.accountId !== String(session?.userId)

/**
 * Stores the user's answer to the consent page. A consent is remembered, so that the user is not
 * asked again.
 * @throws {Refused} unauthorized_client, if the application is disabled; sign_in_expired, if the
 * user is disabled or the session has ended
 */
export async function answerConsent(
  db: Database,
  interaction: Interaction,
  session: Session,
  allowed: boolean,
): Promise<void> {
  const { userId } = session
  const decision = { clientId: clientIdOf(interaction), scopes: scopesOf(interaction), allowed }
  const assertLasts = async (tx: Queryable) => {
    const [passwordVersion, isSessionAlive] = await Promise.all([
      lockUserForShare(tx, userId),
      lockSessionForShare(tx, userId, session),
    ])
    if (passwordVersion === undefined || !isSessionAlive)
      throw new Refused(identityRefusals.sign_in_expired)
  }
  if (!(await storeDecision(db, userId, decision, assertLasts))) throw applicationGone()
  await answer(
    interaction,
    allowed
      ? { consent: {} }
      : { error: 'access_denied', error_description: 'the user denied the request' },
  )
}

/** Stores an answer for the library. Answers to earlier prompts of the request stay. */
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
  amr: publicMethods(amr),
})

const clientIdOf = ({ params }: Interaction): string => String(params.client_id)

const scopesOf = ({ params }: Interaction): readonly string[] =>
  splitScope(String(params.scope ?? ''))
