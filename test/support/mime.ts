import assert from 'node:assert/strict'
import { type ParsedMail, simpleParser } from 'mailparser'

/** A message with a plain part and an HTML part, decoded. */
export interface ReadMessage extends ParsedMail {
  readonly text: string
  readonly html: string
}

/** Parses a message. Fails if a part is missing or a header is repeated. */
export async function readMessage(content: string): Promise<ReadMessage> {
  const message = await simpleParser(content, { skipHtmlToText: true, skipTextToHtml: true })
  const names = message.headerLines.map(({ key }) => key)
  assert.deepEqual(names, [...new Set(names)])
  const { text, html } = message
  assert.ok(text && html, 'a message has text and HTML')
  return { ...message, text, html }
}
