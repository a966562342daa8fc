import { createHash } from 'node:crypto'
import type { Metrics } from '../../../../platform/metrics/metrics.ts'
import type { Tracer } from '../../../../platform/telemetry/tracer.ts'
import {
  type BreachedPasswordSettings,
  type BreachedPasswords,
  noBreachedPasswords,
} from './breached-passwords.ts'
import { hashFile } from './hash-file.ts'
import { rangeService } from './range-service.ts'

/** Opens the list. Sends no request, and opens no file before the first question. */
export function openBreachedPasswords(
  { url, file }: BreachedPasswordSettings,
  { metrics, tracer }: { readonly metrics: Metrics; readonly tracer?: Tracer | undefined },
): BreachedPasswords {
  const find =
    url === undefined ? file && hashFile(file) : rangeService({ url, ...(tracer && { tracer }) })
  if (!find) return noBreachedPasswords
  const checks = metrics.counter({
    name: 'foyer_password_checks_total',
    help: 'Passwords that were looked up in the list of stolen passwords: found, not found, or failed.',
    labels: ['outcome'],
  })
  for (const outcome of ['found', 'not_found', 'failed']) checks.of({ outcome })
  return {
    async includes(password) {
      const sha1 = createHash('sha1').update(password).digest()
      const found = await find(sha1).catch(() => undefined)
      checks.add({ outcome: found === undefined ? 'failed' : found ? 'found' : 'not_found' })
      return found === true
    },
  }
}
