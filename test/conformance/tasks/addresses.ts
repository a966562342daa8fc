import assert from 'node:assert/strict'
import { labelOf } from '../../../src/resources/countries/labels.ts'
import {
  type AddressProperty,
  addressRules,
  type CountryCode,
} from '../../../src/resources/countries/rules.ts'
import { berlin, london } from '../../support/addresses.ts'
import type { Actor, Task } from './actor.ts'

/** The label of a field in the form of a country. */
function labelIn(actor: Actor, country: string, property: AddressProperty): string {
  const fields = addressRules(country as CountryCode).fields
  const field = fields.find((one) => one.property === property)
  assert.ok(field, `${country} has no ${property}`)
  const text = labelOf(field.label, actor.language)
  return field.required ? text : actor.say('page.label.optional', { label: text })
}

const shortOf = ({ full_name, address_1, city }: typeof london | typeof berlin): string =>
  [full_name, address_1, city].join(', ')

/** The name of a control of one address. */
const on = (
  actor: Actor,
  action: 'edit' | 'make_default' | 'delete',
  address: typeof london | typeof berlin,
): string =>
  actor.say('page.label.action_on', {
    action: actor.say(`page.button.${action}`),
    name: shortOf(address),
  })

export const addressTasks: readonly Task[] = [
  {
    name: 'add an address, and change the country without losing what was typed',
    async run(actor) {
      await actor.open('/account/addresses')
      await actor.press('link', actor.say('page.button.address_add'))
      await actor.choose(actor.say('page.label.country'), 'GB')
      await actor.press('button', actor.say('page.button.use_country'))
      await actor.fill(labelIn(actor, 'GB', 'full_name'), berlin.full_name)
      await actor.fill(labelIn(actor, 'GB', 'address_1'), berlin.address_1)
      await actor.choose(actor.say('page.label.country'), 'FR')
      await actor.press('button', actor.say('page.button.use_country'))
      assert.equal(
        await actor.field(labelIn(actor, 'FR', 'full_name')).inputValue(),
        berlin.full_name,
      )
      // The form was filled in for the previous country. So it is not saved, but shown for the new
      // one.
      await actor.choose(actor.say('page.label.country'), 'DE')
      await actor.press('button', actor.say('page.button.save'))
      assert.equal(
        await actor.field(labelIn(actor, 'DE', 'address_1')).inputValue(),
        berlin.address_1,
      )
      await actor.fill(labelIn(actor, 'DE', 'city'), berlin.city)
      await actor.fill(labelIn(actor, 'DE', 'postal_code'), '1096')
      await actor.press('button', actor.say('page.button.save'))
      await actor.isRefusedAt(labelIn(actor, 'DE', 'postal_code'))
      await actor.fill(labelIn(actor, 'DE', 'postal_code'), berlin.postal_code)
      await actor.enter()
      await actor.sees('page.text.address_added')
      await actor.seesText(berlin.address_1)
    },
  },
  {
    name: 'edit an address',
    async run(actor) {
      await actor.user.addresses.create(london)
      await actor.open('/account/addresses')
      await actor.openMenu(shortOf(london))
      await actor.press('link', on(actor, 'edit', london))
      await actor.fill(labelIn(actor, 'GB', 'city'), 'Bath')
      await actor.enter()
      await actor.sees('page.text.address_saved')
      await actor.seesText('Bath')
    },
  },
  {
    name: 'make an address the default',
    async run(actor) {
      await actor.user.addresses.create(london)
      await actor.user.addresses.create(berlin)
      await actor.open('/account/addresses')
      await actor.openMenu(shortOf(berlin))
      await actor.press('button', on(actor, 'make_default', berlin))
      await actor.sees('page.text.address_default')
      await actor.seesText(`${berlin.full_name} ${actor.say('page.name.default')}`)
    },
  },
  {
    name: 'delete an address, and undo it',
    async run(actor) {
      await actor.user.addresses.create(london)
      await actor.open('/account/addresses')
      await actor.openMenu(shortOf(london))
      await actor.press('link', on(actor, 'delete', london))
      await actor.sees('page.text.address_delete')
      await actor.press('button', actor.say('page.button.delete'))
      await actor.sees('page.text.address_deleted')
      await actor.press('button', actor.say('page.button.undo'))
      await actor.sees('page.text.address_added')
      await actor.seesText(london.address_1)
    },
  },
]
