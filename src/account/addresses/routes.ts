import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { type FormRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/faults.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { applyRefusal, frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
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
import type { AddressProperty } from '../../resources/countries/rules.ts'
import type { AccountDeps } from '../deps.ts'
import { type AddressFormView, addressFormPage } from './form-page.ts'
import {
  addressProperties,
  readAddress,
  shownIn,
  valuesForNew,
  valuesOfAddress,
  valuesOfForm,
} from './forms.ts'
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

  app.get(`${path}/:id/delete`, async (request, reply) => {
    const address = await findAddress(db, request.session.userId, idOf(request))
    return address.billed ? reply.redirect(path, 303) : deleteAddressPage(request.frame, address)
  })
  app.post(`${path}/:id/delete`, async (request, reply) => {
    const { userId } = request.session
    const id = idOf(request)
    const frame = frameAt(request, '/account/addresses')
    const before = await findAddresses(db, userId)
    try {
      await deleteAddress(db, userId, id, undefined)
    } catch (error) {
      // It may have become a billing address meanwhile.
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      const addresses = await findAddresses(db, userId)
      return addressesPage(frame, { addresses, faults: refusal.faults })
    }
    // Another tab may have deleted it already. Then there is nothing to undo.
    const deleted = before.find((address) => address.id === id)
    const undo = deleted && { address: deleted, formKey: newId() }
    return addressesPage(frame, { addresses: await findAddresses(db, userId), undo })
  })
}

function newRoutes(app: App, { db, writeForm }: AccountDeps, path: string): void {
  app.get(`${path}/new`, async (request) => {
    const name = request.frame.user?.name ?? ''
    const values = await valuesForNew(db, request.session.userId, name)
    return addressFormPage(request.frame, { values, makeDefault: false, formKey: newId() })
  })
  app.post(`${path}/new`, async (request, reply) => {
    if (wantsCountry(request)) return showForm(request)
    const fields = formOf(request)
    const { userId } = request.session
    try {
      await writeForm<Address>(
        { userId, path: request.url, fields },
        (writer) => createAddress(writer, userId, readAddress(fields)),
        ({ id }) => String(id),
      )
    } catch (error) {
      return refuse(request, reply, formRefusalOf(error, ['', 'page.text.check']))
    }
    return reply.redirect(`${path}?done=address_added`, 303)
  })
}

function editRoutes(app: App, { db }: AccountDeps, path: string): void {
  app.get(`${path}/:id`, async (request) => {
    const address = await findAddress(db, request.session.userId, idOf(request))
    return addressFormPage(request.frame, {
      edited: address,
      values: valuesOfAddress(address),
      other: addressProperties,
      makeDefault: false,
    })
  })
  app.post(`${path}/:id`, async (request, reply) => {
    const { userId } = request.session
    const edited = await findAddress(db, userId, idOf(request))
    if (wantsCountry(request)) return showForm(request, { edited })
    const precondition = new Set([Number(formOf(request).get('version'))])
    try {
      await updateAddress(db, userId, edited.id, readAddress(formOf(request)), precondition)
    } catch (error) {
      const refusal = isRefused(error, refusals.precondition_failed)
        ? formRefusal([['', ['page.error.changed_elsewhere']]])
        : formRefusalOf(error, ['', 'page.text.check'])
      return refuse(request, reply, refusal, { edited })
    }
    return reply.redirect(`${path}?done=address_saved`, 303)
  })
}

type Edited = Pick<AddressFormView, 'edited' | 'faults'>

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)

/** Whether the user chose another country, and has not seen its fields yet. */
function wantsCountry(request: FastifyRequest): boolean {
  const form = formOf(request)
  return form.get('use_country') === 'true' || !isOfShownCountry(form)
}

/** Whether the country of a form is still the one that its fields belong to. */
const isOfShownCountry = (form: Form): boolean =>
  (form.get('fields_of') ?? form.get('country_code')) === form.get('country_code')

/**
 * The properties that keep their fields: those that had one, and all of them in the country of the
 * address that the form changes, because the user may have looked at another country and come back.
 */
function otherIn(form: Form, { edited }: Edited): readonly AddressProperty[] {
  if (isOfShownCountry(form)) return shownIn(form)
  return form.get('country_code') === edited?.country_code ? addressProperties : []
}

/** The form as the user filled it in. */
function showForm(request: FastifyRequest, more: Edited = {}): string {
  const form = formOf(request)
  const path = `/account/addresses/${more.edited?.id ?? 'new'}`
  return addressFormPage(frameAt(request, path), {
    values: valuesOfForm(form),
    other: otherIn(form, more),
    makeDefault: form.get('default') === 'true',
    ...(more.edited === undefined && { formKey: newId() }),
    ...more,
  })
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: FormRefusal,
  more: Edited = {},
): string {
  applyRefusal(reply, refusal)
  return showForm(request, { ...more, faults: refusal.faults })
}
