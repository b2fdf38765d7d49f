const ANSWER_BYTES = 512 * 1024

/** The answer is larger than any verdict could be. */
export class AnswerTooLarge extends Error {}

/**
 * fetch that reads the whole answer before it returns, so that a time-out covers the body too, refuses a large one, and follows
 * no redirect: a key is sent only to the address that was configured.
 */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const body = await readBounded(response.body)
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const { status, statusText } = response
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
}

async function readBounded(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream ?? []) {
    size += part.byteLength
    if (size > ANSWER_BYTES) throw new AnswerTooLarge(`the judge's answer is larger than ${ANSWER_BYTES / 1024} kB`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
