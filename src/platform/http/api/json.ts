/**
 * A part of a representation that writes its own JSON, because much of it is the same in every
 * response.
 */
export abstract class JsonPart {
  abstract writeTo(json: JsonWriter): void
  /** The part as a value, for `JSON.stringify`. */
  abstract toJSON(): unknown
}

/** A part that is the same for everybody, a plain object. Its JSON is written only once. */
export class SharedJson<T> extends JsonPart {
  readonly value: T
  readonly #json: Buffer

  constructor(value: T) {
    super()
    this.value = value
    this.#json = Buffer.from(JSON.stringify(value))
  }

  override writeTo(json: JsonWriter): void {
    json.copy(this.#json)
  }

  override toJSON(): T {
    return this.value
  }
}

/** The size of the buffer between two responses, in bytes. */
const usualSize = 64 * 1024
/** How many names of properties are kept as bytes. */
const maxNames = 1_000

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const brackets = { '[': 0x5b, ']': 0x5d, '{': 0x7b, '}': 0x7d } as const

/**
 * Writes JSON in UTF-8, the same bytes as `Buffer.from(JSON.stringify(value))`. It makes no text in
 * between, and copies parts that are bytes already.
 */
export class JsonWriter {
  #buffer = Buffer.allocUnsafeSlow(usualSize)
  #length = 0
  readonly #names = new Map<string, Buffer>()

  /** Encodes a value. Its objects are plain ones, or parts that write themselves. */
  encode(value: unknown): Buffer {
    this.#length = 0
    this.value(value)
    const encoded = Buffer.from(this.#buffer.subarray(0, this.#length))
    if (this.#buffer.length > usualSize) this.#buffer = Buffer.allocUnsafeSlow(usualSize)
    return encoded
  }

  value(value: unknown): void {
    if (typeof value === 'string') this.text(value)
    else if (typeof value === 'number') this.#ascii(Number.isFinite(value) ? String(value) : 'null')
    else if (typeof value === 'boolean') this.#ascii(value ? 'true' : 'false')
    else if (typeof value !== 'object' || value === null) this.#ascii('null')
    else if (value instanceof JsonPart) value.writeTo(this)
    else if (Array.isArray(value)) this.#array(value)
    else this.#object(value as Readonly<Record<string, unknown>>)
  }

  text(text: string): void {
    this.#reserve(3 * text.length + 2)
    const buffer = this.#buffer
    let end = this.#length
    buffer[end++] = quote
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (needsEscape(code)) {
        this.#escaped(text)
        return
      }
      if (code < 0x80) buffer[end++] = code
      else {
        if (code < 0x800) buffer[end++] = 0xc0 | (code >> 6)
        else {
          buffer[end++] = 0xe0 | (code >> 12)
          buffer[end++] = 0x80 | ((code >> 6) & 0x3f)
        }
        buffer[end++] = 0x80 | (code & 0x3f)
      }
    }
    buffer[end++] = quote
    this.#length = end
  }

  /** Writes JSON that is bytes already. */
  copy(json: Buffer): void {
    this.#reserve(json.length)
    this.#buffer.set(json, this.#length)
    this.#length += json.length
  }

  /** Begins or ends an object or an array. */
  bracket(bracket: keyof typeof brackets): void {
    this.#byte(brackets[bracket])
  }

  /** Writes the comma before a property or an item, unless it is the first. */
  separate(): void {
    const last = this.#buffer[this.#length - 1]
    if (last !== brackets['{'] && last !== brackets['[']) this.#byte(comma)
  }

  #array(items: readonly unknown[]): void {
    this.bracket('[')
    for (const item of items) {
      this.separate()
      this.value(item)
    }
    this.bracket(']')
  }

  #object(object: Readonly<Record<string, unknown>>): void {
    this.bracket('{')
    for (const name in object) {
      const value = object[name]
      if (value === undefined) continue
      this.separate()
      this.copy(this.#names.get(name) ?? this.#keep(name))
      this.value(value)
    }
    this.bracket('}')
  }

  /** The JSON before the value of a property. */
  #keep(name: string): Buffer {
    const json = Buffer.from(`${JSON.stringify(name)}:`)
    if (this.#names.size < maxNames) this.#names.set(name, json)
    return json
  }

  /** Writes a text with characters that JSON escapes, or that have four bytes. */
  #escaped(text: string): void {
    this.copy(Buffer.from(JSON.stringify(text)))
  }

  #ascii(text: string): void {
    this.#reserve(text.length)
    for (let index = 0; index < text.length; index++)
      this.#buffer[this.#length + index] = text.charCodeAt(index)
    this.#length += text.length
  }

  #byte(code: number): void {
    this.#reserve(1)
    this.#buffer[this.#length++] = code
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length))
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
  }
}

/**
 * Whether a code unit may need an escape. That includes surrogates, because JSON escapes unpaired
 * ones.
 */
const needsEscape = (code: number): boolean =>
  code < 0x20 || code === quote || code === backslash || (code >= 0xd800 && code <= 0xdfff)
