import { ref } from '../../platform/http/api/schema.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { removeDeliveries } from '../../support/outbox/outbox.ts'
import { webhookResource } from './resource.ts'
import * as store from './store.ts'

/** The webhooks of a user that all applications have made. Their deliveries have only ids. */
export const webhookData: PersonalData = {
  tables: ['webhooks', 'webhook_deliveries'],
  section: {
    name: 'webhooks',
    schema: Type.Array(ref('Webhook')),
    async read(db, userId, view) {
      const webhooks = await store.findAllWebhooks(db, userId)
      return webhooks.map((webhook) => webhookResource(webhook, view))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
  async reduce(db, userId) {
    const webhooks = await store.findAllWebhooks(db, userId)
    await removeDeliveries(
      db,
      userId,
      webhooks.map(({ id }) => id),
    )
  },
}
