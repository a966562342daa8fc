import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Refused } from '../../../platform/errors/refusals.ts'
import { type Form, formRefusals } from '../../../platform/http/pages/forms.ts'

/**
 * Reads the response of a passkey (WebAuthn 3, 5.1.8), which the script put into a field of the
 * form. It checks the types only. The caller verifies the response.
 * @throws {Refused} bad_form
 */
export function readCredential<T extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  form: Form,
): T {
  const value = parse(form.get('credential') ?? '')
  if (typeof value !== 'object' || value === null) throw new Refused(formRefusals.bad_form)
  const { id, rawId, type, response, clientExtensionResults } = value as Record<string, unknown>
  const isWhole =
    [id, rawId, type].every((text) => typeof text === 'string') &&
    typeof response === 'object' &&
    response !== null &&
    Object.values(response).every(isPlain) &&
    typeof clientExtensionResults === 'object' &&
    clientExtensionResults !== null
  if (!isWhole) throw new Refused(formRefusals.bad_form)
  return value as T
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(formRefusals.bad_form)
  }
}
