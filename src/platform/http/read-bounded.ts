/** The response of another service is larger than allowed. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/**
 * Reads the response body of another service into memory.
 * @param maxBytes the maximum size of the decompressed body
 * @throws {ResponseTooLarge} and what the connection fails with
 */
export async function readBounded({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes)
      throw new ResponseTooLarge(`The response is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
