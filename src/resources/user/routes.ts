import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/db.ts'
import { refusals } from '../../platform/errors/refusals.ts'
import { ok } from '../../platform/http/api/answer.ts'
import { readPrecondition } from '../../platform/http/api/hal.ts'
import { namesMediaType, resourceTypes } from '../../platform/http/api/negotiate.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import type { Write } from '../../support/idempotency/write.ts'
import { UserBody, userResource } from './resource.ts'
import { findTokenUser, type User, updateUser } from './user.ts'

export interface UserDeps {
  readonly db: Database
  readonly write: Write
  readonly viewOf: (request: FastifyRequest) => View
}

const tag = 'User'
const success = { status: 200, resource: ref('User') } as const
const octetStream = 'application/octet-stream'
const emptyFile = { status: 200, headers: { 'Content-Type': octetStream } } as const

/** `/user`, the signed-in user. */
export const userRoutes =
  ({ db, write, viewOf }: UserDeps) =>
  async (app: App): Promise<void> => {
    app.get(
      '/user',
      operation({
        id: 'getUser',
        summary: 'Get the authenticated user',
        description:
          'The profile of the user to whom the token belongs, with links to the user’s resources ' +
          'and to sibling services.',
        tag,
        scope: 'read:user',
        success,
        refusals: [refusals.not_found],
      }),
      async (request) =>
        userResource(await findTokenUser(db, request.caller.userId), viewOf(request)),
    )

    app.patch(
      '/user',
      operation({
        id: 'updateUser',
        summary: 'Update the authenticated user',
        description:
          'A JSON merge patch of the name and the newsletter. Users change email address, phone ' +
          'number and password themselves, on their account pages. The response is an empty ' +
          '`application/octet-stream`. If `Accept` names `application/hal+json` or ' +
          '`application/json`, it is the user, as `application/hal+json`.',
        tag,
        scope: 'write:user',
        body: UserBody,
        success,
        refusals: [refusals.precondition_failed],
        produces: [octetStream, ...resourceTypes],
      }),
      async (request, reply) => {
        const { caller, body, headers } = request
        const precondition = readPrecondition(headers['if-match'])
        // The interface declares an octet stream without content. A client that names a resource
        // type in `Accept` gets the resource.
        const wantsResource = namesMediaType(headers.accept, resourceTypes)
        return write(
          request,
          reply,
          (writer) => updateUser(writer, caller.userId, body, precondition),
          (user: User) => (wantsResource ? ok(userResource(user, viewOf(request))) : emptyFile),
        )
      },
    )
  }
