import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DemoFile } from '../dev/demo/file.ts'
import type { Authenticator } from '../identity/oauth/tokens/authenticate.ts'
import type { Clock } from '../platform/clock.ts'
import type { OpenDatabase } from '../platform/database/db.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { SecretKey } from '../platform/secrets/keys.ts'
import type { Tracer } from '../platform/telemetry/tracer.ts'
import type { CardVault } from '../processor/vault.ts'
import type { Carrier } from '../resources/addresses/carrier/carrier.ts'
import type { RequestLimits } from '../support/limits/requests.ts'
import type { Sandbox } from './sandbox.ts'

/** What the features and the server are made of. `main.ts` and `cli.ts` open it. */
export interface AppDeps {
  readonly config: Config
  readonly db: OpenDatabase
  readonly logger: FastifyBaseLogger
  readonly authenticator: Authenticator
  /** Counts the requests of applications, users and networks. */
  readonly limits: RequestLimits
  readonly carrier: Carrier
  readonly secretKey: SecretKey
  /** Stores card numbers. */
  readonly vault: CardVault
  /** The demo application and user. Never set in production. */
  readonly demo?: DemoFile | undefined
  /** The control room of the demo, and the feature with its pages. Never set in production. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: Clock
  /** Where features register their metrics. */
  readonly metrics?: Metrics | undefined
  /** Undefined if nothing is traced. */
  readonly tracer?: Tracer | undefined
}
