import type { FastifyRequest } from 'fastify'
import type { OwnTarget } from '../../identity/users/developers/own-applications.ts'
import { deviceName } from '../../identity/users/sessions/device.ts'
import { readId } from '../../platform/http/api/query.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'

/** The application that a request is about, of the user who is signed in. */
export const targetOf = ({ session, params, headers }: FastifyRequest): OwnTarget => ({
  userId: session.userId,
  clientId: (params as { clientId: string }).clientId,
  browser: deviceName(headers['user-agent']),
})

/** The page of a list that a request asks for, from 1. */
export function pageIn(request: FastifyRequest): number {
  const page = readId(queryParameter(request, 'page') ?? '1')
  return page > 0 && page <= 10_000 ? page : 1
}
