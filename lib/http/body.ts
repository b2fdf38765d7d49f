import { gunzipSync } from 'node:zlib'
import { AppError } from '@/lib/operations/errors'
import { parseJson } from '@/lib/operations/parse-json'

/** Reads a body of at most `limit` bytes, unpacked when gzip; more is `too_large` before it is held in memory. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError('too_large', `the body is larger than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding === 'identity') return bytes
  if (encoding !== 'gzip')
    throw new AppError('unsupported_media_type', `content-encoding "${encoding}" is not supported: send gzip or none`)
  try {
    return gunzipSync(bytes, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new AppError('malformed_body', 'the body says gzip and is not')
  }
}

/** Reads a JSON body. Not JSON, not UTF-8 or nested too deeply is `malformed_body`, saying where. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([a-z.+-]+\+)?json\b/i.test(type))
    throw new AppError('unsupported_media_type', 'send content-type: application/json')
  return parseJson(await readBytes(request, limit))
}
