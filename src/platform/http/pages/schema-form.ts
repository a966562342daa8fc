import type { TUnsafe } from 'typebox'
import { type Language, type Message, say } from '../../i18n/catalogue.ts'
import { propertiesOf } from '../../schema/type.ts'
import { compileDraft } from '../../text/compile-draft.ts'
import { type Asked, asked, type Draft } from '../../text/draft.ts'
import { type Choice, checkbox, type Field, field, noFaults, select } from './fields.ts'
import type { FilledForm } from './form-route.ts'
import type { Form } from './forms.ts'
import type { Html } from './html.ts'

/** The form of a noun. It has a field for each property whose schema says how a form asks for it. */
export interface SchemaForm<T> {
  /** The names of the fields, in the order of the schema. */
  readonly names: readonly (keyof T & string)[]
  /** The names of the fields that may show again what was typed. */
  readonly shownNames: readonly string[]
  /**
   * Reads a form as the interface reads a body. An empty field is null. A field that the form does
   * not have is omitted, and a box that is not ticked too, unless it was ticked when the form was
   * shown.
   */
  read(form: Form): Draft<T>
  /** The form with the values of a noun, as nobody has changed it yet. */
  fill(values: { readonly [K in keyof T]?: unknown }): FilledForm
  /**
   * Returns a filled form whose faults name their fields: "Fill in “City”." for a missing value.
   * @param labels the labels of fields that the page gives
   */
  named<F extends FilledForm>(
    language: Language,
    filled: F,
    labels?: Readonly<Record<string, string>>,
  ): F
  /** Returns the function that makes a field of a filled form. */
  fields(language: Language, filled: FilledForm): MakeField<T>
}

/** @param more what the schema cannot say, such as the values to choose from */
type MakeField<T> = (
  name: keyof T & string,
  more?: Partial<Omit<Field, 'name'> & Pick<Choice, 'options' | 'submits'>>,
) => Html

interface Property {
  readonly type?: string | readonly string[]
  readonly [asked]?: Asked
}

/** The hidden field of a box that was ticked when the form was shown. */
export const wasTicked = (name: string): string => `was_${name}`

/** Makes the form of a noun from the schema of its body. */
export function schemaForm<T>(schema: TUnsafe<Draft<T>>): SchemaForm<T> {
  const readBody = compileDraft(schema)
  const all: Readonly<Record<string, Property>> = propertiesOf(schema)
  const fields = new Map(
    Object.entries(all).flatMap(([name, { [asked]: how, type = [] }]) =>
      how === undefined ? [] : [[name, { how, types: [type].flat() }] as const],
    ),
  )
  const names = [...fields.keys()] as (keyof T & string)[]
  return {
    names,
    shownNames: names.filter((name) => !fields.get(name)?.how.isSecret),
    read(form) {
      const entries = [...fields].map(([name, { how, types }]) => [
        name,
        types.includes('boolean')
          ? flagOf(form, name, how)
          : readText(form.get(name)?.trim(), types.includes('integer')),
      ])
      const given = entries.filter(([, value]) => value !== undefined)
      return readBody({ value: Object.fromEntries(given), repeated: [] })
    },
    fill(values) {
      const entries = names.flatMap((name) => {
        const value = values[name]
        return value === false ? [] : [[name, String(value ?? '')] as const]
      })
      return { form: new Map(entries), faults: noFaults }
    },
    named(language, filled, labels = {}) {
      const faults = [...filled.faults].map(([name, message]): [string, Message] => {
        const own = fields.get(name as keyof T & string)?.how.label
        const label = labels[name] ?? (own && say(language, own))
        const isMissing = message[0] === 'rule.required' && label !== undefined
        return [name, isMissing ? ['page.error.fill_in', { field: label }] : message]
      })
      return { ...filled, faults: new Map(faults) }
    },
    fields:
      (language, { form, faults }) =>
      (name, more = {}) => {
        const { how, types } = fields.get(name) as { how: Asked; types: readonly string[] }
        const { label, hint, isSecret, emptyIsFalse: _, ...input } = how
        const given = {
          name,
          autocomplete: 'off',
          label: label === undefined ? '' : say(language, label),
          value: isSecret ? undefined : (form.get(name) ?? ''),
          ...(hint && { hint: say(language, hint) }),
          ...input,
          ...more,
        }
        const { options, value = '' } = given
        if (types.includes('boolean')) return checkbox({ ...given, checked: value === 'true' })
        return options === undefined
          ? field(language, given, faults)
          : select(language, { ...given, options, value }, faults)
      },
  }
}

/** A property of a form. A text that is no number stays text, so that the rules name the fault. */
function readText(text: string | undefined, isNumber: boolean): string | number | null | undefined {
  if (text === undefined) return undefined
  if (text === '') return null
  return isNumber && /^\d{1,10}$/.test(text) ? Number(text) : text
}

function flagOf(form: Form, name: string, { emptyIsFalse }: Asked): boolean | undefined {
  if (form.get(name) === 'true') return true
  return emptyIsFalse || form.get(wasTicked(name)) === 'true' ? false : undefined
}
