import type { DisabledReason } from '../../identity/applications/applications.ts'

const reasons = {
  owner: 'by its developer',
  operator: 'by an operator',
  owner_disabled: 'its developer is disabled',
  owner_not_developer: 'its developer lost the role',
} as const satisfies Record<DisabledReason, string>

/** Whether an application is enabled, and if not, why. */
export const applicationState = (reason: DisabledReason | null): string =>
  reason === null ? 'enabled' : `disabled (${reasons[reason]})`
