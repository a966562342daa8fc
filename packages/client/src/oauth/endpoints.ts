import * as oauth from 'oauth4webapi'
import type { Introspection, UserInfo } from '../documents.ts'
import { type Application, checked, createServer } from './server.ts'

/**
 * Introspects a token (RFC 7662), as a service does with the token that it receives. A token that
 * ended, is unknown or belongs to another application is `{ active: false }`.
 */
export const introspect = (application: Application, token: string): Promise<Introspection> =>
  checked(async () => {
    const server = createServer(application)
    const metadata = await server.metadata()
    const { client, authentication } = server
    const response = await oauth.introspectionRequest(
      metadata,
      client,
      authentication,
      token,
      server.options('always'),
    )
    const answer = await oauth.processIntrospectionResponse(metadata, client, response)
    return answer as Introspection
  })

/** Revokes an access or refresh token, and with it all tokens of the same sign-in (RFC 7009). */
export const revoke = (application: Application, token: string): Promise<void> =>
  checked(async () => {
    const server = createServer(application)
    const metadata = await server.metadata()
    const { client, authentication } = server
    const response = await oauth.revocationRequest(
      metadata,
      client,
      authentication,
      token,
      server.options('always'),
    )
    await oauth.processRevocationResponse(response)
  })

/**
 * Returns the claims of the user of an access token with the scope `openid` (OpenID Connect Core,
 * 5.3).
 * @param userId from the ID token, which then must be the same
 */
export const userInfo = (
  application: Application,
  accessToken: string,
  userId?: string,
): Promise<UserInfo> =>
  checked(async () => {
    const server = createServer(application)
    const metadata = await server.metadata()
    const { client } = server
    const response = await oauth.userInfoRequest(
      metadata,
      client,
      accessToken,
      server.options('always'),
    )
    const subject = userId ?? oauth.skipSubjectCheck
    const claims = await oauth.processUserInfoResponse(metadata, client, subject, response)
    return claims as UserInfo
  })
