import { userInfo } from 'node:os'
import { isReason, type Operator } from '../../support/audit/actor.ts'
import type { Values } from './command.ts'
import { commandRefused } from './failures.ts'
import type { Shell } from './shell.ts'

const nameFormat = /^[\w.@+-]{1,64}$/

/**
 * Returns who runs a command: the name after `--as`, and the login name.
 * @throws {Refused} if the name or the reason does not have its format
 */
export function operatorOf(values: Values, env: Shell['env']): Operator {
  const name = values.text('as')
  const reason = values.text('reason')
  if (name !== undefined && !nameFormat.test(name))
    throw commandRefused(
      '--as must be a name of 1 to 64 letters, digits and . _ @ + -, such as ada.',
    )
  if (reason !== undefined && !isReason(reason))
    throw commandRefused(
      '--reason must be a word or the number of a ticket without spaces, such as lost-phone or SUP-4711.',
    )
  return { name, login: loginName(env), reason }
}

/** The login name of the person. With sudo, it is the name of the person who called sudo. */
function loginName({ SUDO_USER: caller }: Shell['env']): string {
  const name = caller || systemName()
  return name.replace(/[^\w.@+-]/g, '_').slice(0, 64)
}

/** The name of the system's user. In a container, the user may have a number alone. */
function systemName(): string {
  try {
    return userInfo().username
  } catch {
    return `user-${process.getuid?.() ?? 'unknown'}`
  }
}
