import { argument, type Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns } from '../terminal/layout.ts'

const add: Command = {
  name: 'resource add',
  summary: 'Register a sibling service that tokens can be made for (RFC 8707)',
  argument: 'URL',
  acts: true,
  options: {
    app: {
      value: 'CLIENT_ID',
      required: true,
      help: 'The application of the service, which introspects its tokens',
    },
  },
  example: 'https://sales.example.com/api --app app_Vq3xT8kLm2',
  async run(db, values, { config }) {
    const { addResource } = await import('../../identity/oauth/audiences/audiences.ts')
    const [resource, clientId] = [values.required(argument), values.required('app')]
    await addResource(db, { resource, clientId, baseUrl: config.baseUrl })
    return {
      json: { resource, client_id: clientId },
      text: `Tokens can be made for ${resource}.`,
    }
  },
}

const list: Command = {
  name: 'resource list',
  summary: 'List the sibling services that tokens can be made for',
  options: {},
  async run(db) {
    const { listResources } = await import('../../identity/oauth/audiences/audiences.ts')
    const resources = (await listResources(db)).map(({ resource, clientId, createdAt }) => ({
      resource,
      client_id: clientId,
      created_at: new Date(createdAt).toISOString(),
    }))
    const rows = resources.map(({ resource, client_id }) => [client_id, resource])
    return { json: resources, text: columns(['CLIENT_ID', 'RESOURCE'], rows) }
  },
}

const remove: Command = {
  name: 'resource remove',
  summary: 'Remove a sibling service; no more tokens are made for it',
  argument: 'URL',
  acts: true,
  options: {},
  async run(db, values) {
    const { removeResource } = await import('../../identity/oauth/audiences/audiences.ts')
    const resource = values.required(argument)
    if (!(await removeResource(db, resource)))
      throw commandRefused(`No resource is registered as ${resource}.`)
    return { json: { resource }, text: `No more tokens are made for ${resource}.` }
  },
}

/** The commands for the sibling services that tokens can be made for. */
export const resourceCommands: readonly Command[] = [add, list, remove]
