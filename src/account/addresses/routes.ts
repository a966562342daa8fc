import type { FastifyRequest } from 'fastify'
import { readId } from '../../platform/http/api/query.ts'
import { noFaults } from '../../platform/http/pages/fields.ts'
import { formRoute } from '../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { newId } from '../../platform/secrets/secrets.ts'
import {
  type Address,
  createAddress,
  deleteAddress,
  findAddress,
  findAddresses,
  updateAddress,
} from '../../resources/addresses/addresses.ts'
import type { AccountDeps } from '../deps.ts'
import { addressForm, addressFormPage, readAddress, wantsCountry } from './form-page.ts'
import { addressesPage, addressNotices, deleteAddressPage } from './pages.ts'

/** The routes to list and change the addresses of the user. */
export function addressRoutes(app: App, deps: AccountDeps): void {
  const path = `${basePath(deps.authUrl)}/account/addresses`
  listRoutes(app, deps, path)
  newRoutes(app, deps, path)
  editRoutes(app, deps, path)
}

function listRoutes(app: App, { db }: AccountDeps, path: string): void {
  app.get(path, async (request) => {
    const addresses = await findAddresses(db, request.session.userId)
    const done = addressNotices.find((name) => name === queryParameter(request, 'done'))
    return addressesPage(request.frame, { addresses, done })
  })

  app.get(`${path}/:id/default`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/:id/default`, async (request, reply) => {
    const change = { given: { default: true }, faults: new Map() }
    await updateAddress(db, request.session.userId, idOf(request), change, undefined)
    return reply.redirect(`${path}?done=address_default`, 303)
  })

  formRoute(app, `${path}/:id/delete`, {
    async page(request, reply, sent) {
      const { userId } = request.session
      if (sent !== undefined) {
        // It may have become a billing address meanwhile.
        const addresses = await findAddresses(db, userId)
        return addressesPage(listFrame(request), { addresses, faults: sent.faults })
      }
      const address = await findAddress(db, userId, idOf(request))
      return address.billed ? reply.redirect(path, 303) : deleteAddressPage(request.frame, address)
    },
    async operation(request) {
      const { userId } = request.session
      const id = idOf(request)
      const before = await findAddresses(db, userId)
      await deleteAddress(db, userId, id, undefined)
      // Another tab may have deleted it already. Then there is nothing to undo.
      const deleted = before.find((address) => address.id === id)
      const undo = deleted && { address: deleted, formKey: newId() }
      return addressesPage(listFrame(request), { addresses: await findAddresses(db, userId), undo })
    },
  })
}

const listFrame = (request: FastifyRequest) => frameAt(request, '/account/addresses')

function newRoutes(app: App, { db, writeForm }: AccountDeps, path: string): void {
  formRoute(app, `${path}/new`, {
    async page({ session, frame }, _reply, sent) {
      const formKey = newId()
      if (sent !== undefined) return addressFormPage(frame, { ...sent, formKey })
      // The name of the user, and the country of the default address.
      const addresses = await findAddresses(db, session.userId)
      const usual = addresses.find((address) => address.default)
      const first = { full_name: frame.user?.name, country_code: usual?.country_code }
      return addressFormPage(frame, { ...addressForm.fill(first), formKey })
    },
    async operation({ session, frame, url }, reply, form) {
      if (wantsCountry(form))
        return addressFormPage(frame, { form, faults: noFaults, formKey: newId() })
      const { userId } = session
      await writeForm<Address>(
        { userId, path: url, fields: form },
        (writer) => createAddress(writer, userId, readAddress(form)),
        ({ id }) => String(id),
      )
      return reply.redirect(`${path}?done=address_added`, 303)
    },
  })
}

function editRoutes(app: App, { db }: AccountDeps, path: string): void {
  const find = (request: FastifyRequest) => findAddress(db, request.session.userId, idOf(request))
  formRoute(app, `${path}/:id`, {
    async page(request, _reply, sent) {
      const edited = await find(request)
      return addressFormPage(request.frame, { ...(sent ?? addressForm.fill(edited)), edited })
    },
    async operation(request, reply, form) {
      const edited = await find(request)
      if (wantsCountry(form))
        return addressFormPage(request.frame, { form, faults: noFaults, edited })
      const precondition = new Set([Number(form.get('version'))])
      await updateAddress(db, request.session.userId, edited.id, readAddress(form), precondition)
      return reply.redirect(`${path}?done=address_saved`, 303)
    },
  })
}

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)
