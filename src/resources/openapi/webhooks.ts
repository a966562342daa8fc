const signatureHeaders = {
  'webhook-id': 'The id of the event. A repeated delivery has the same id.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970-01-01 UTC.',
  'webhook-signature':
    'One signature for each current secret, separated by spaces: `v1,` and an HMAC-SHA256 in Base64.',
}

/** What webhooks receive (OpenAPI 3.1, 4.8.1). */
export const webhooks = {
  change: {
    post: {
      operationId: 'receiveChange',
      summary: 'A change of the user’s data',
      description:
        'Sent to the URL of a webhook, at least once, in the order of the changes. Verify the ' +
        'signature by Standard Webhooks 1.0.',
      tags: ['Webhooks'],
      security: [],
      parameters: Object.entries(signatureHeaders).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        410: { description: 'Not wanted any more. The webhook is disabled.' },
        default: { description: 'Not received. It is sent again later.' },
      },
    },
  },
}
