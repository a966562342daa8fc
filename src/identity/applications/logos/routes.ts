import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { logoPath } from '../face.ts'
import { findLogo } from './logos.ts'

export interface ApplicationsDeps {
  readonly db: Queryable
  readonly authUrl: string
}

/**
 * The logos of applications. They come from this origin alone, so that no page tells another site
 * who looks at it. The policy keeps a browser from running anything in the file.
 */
export function logoRoutes({ db, authUrl }: ApplicationsDeps) {
  return async (app: App): Promise<void> => {
    const complete = trackMethods(app)
    app.get(basePath(authUrl) + logoPath(':name'), async (request, reply) => {
      const { name } = request.params as { name: string }
      const logo = await findLogo(db, name)
      if (logo === undefined) throw new Refused(refusals.not_found)
      return reply
        .type(logo.type)
        .headers({
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'same-origin',
        })
        .send(logo.content)
    })
    complete()
  }
}
