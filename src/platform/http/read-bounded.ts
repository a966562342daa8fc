/** The answer is larger than its reader allows. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/**
 * Reads the body of another service's answer into memory.
 * @param maxBytes the largest body that is read, decompressed
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
