import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { mayHaveLargeIntegers, quoteLargeIntegers, takeValues } from '@/lib/ingest/exact-json'
import { AppError } from '@/lib/operations/errors'
import { inTurns } from '@/lib/operations/turns'
import type { ApiRequest } from '../node-door'
import type { Claim } from './body-memory'
import { JsonLayout, type JsonLimits } from './json-layout'
import { parseLongJson } from './parse-long-json'

/** Limits of a body: bytes, compressed and decompressed; for JSON also values and nesting depth. */
export type BodyLimits = { bytes: number } & JsonLimits

const STEP_BYTES = 64 * 1024
/** Approximate memory of a value besides its text. */
export const BYTES_PER_VALUE = 32

/**
 * Reads a body of at most `limit` bytes, decompressed if gzip. Larger bodies fail with `too_large` before they are buffered.
 * @param look gets each part as it arrives, and may throw to stop reading.
 */
export async function readBytes(
  request: ApiRequest,
  limit: number,
  claim: Claim,
  look: (part: Uint8Array) => void = () => undefined,
): Promise<Buffer> {
  const tooLarge = () => new AppError('too_large', `the body is larger than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const parts: Uint8Array[] = []
  const turn = inTurns()
  let size = 0
  for await (const chunk of unpacked(request, limit, tooLarge)) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    // Counted twice: the chunks, and the concatenated buffer.
    claim(2 * chunk.byteLength)
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      look(chunk.subarray(at, at + STEP_BYTES))
      await turn()
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/** The decompressed bytes of a body as they arrive, with backpressure. */
async function* unpacked(request: ApiRequest, limit: number, tooLarge: () => AppError): AsyncGenerator<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new AppError('unsupported_media_type', `content-encoding "${encoding}" is not supported: send gzip or none`)
  if (!request.body) return
  if (encoding === 'identity') return yield* request.body
  let packed = 0
  const counted = async function* (body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      packed += chunk.byteLength
      if (packed > limit) throw tooLarge()
      yield chunk
    }
  }
  const gunzip = createGunzip({ chunkSize: STEP_BYTES })
  // Errors of the pipeline end `gunzip`, and are thrown by reading it below.
  pipeline(Readable.from(counted(request.body), { objectMode: false }), gunzip, () => {})
  try {
    yield* gunzip
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new AppError('malformed_body', 'the body says gzip and is not, or ends too early')
    throw error
  }
}

/**
 * Reads a JSON body.
 * @param exactIn returns the paths of what is kept digit for digit, see `exact` of a contract
 * @throws AppError malformed_body with the position, if it is not JSON, not UTF-8 or nested too deeply
 */
export async function readJson(
  request: ApiRequest,
  limits: BodyLimits,
  claim: Claim,
  exactIn?: (body: unknown) => readonly string[],
): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([a-z.+-]+\+)?json\b/i.test(type))
    throw new AppError('unsupported_media_type', 'send content-type: application/json')
  const { bytes, layout } = await readLayout(request, limits, claim)
  let isRounded = false
  const body = await parseLongJson(bytes, layout, (text) => {
    isRounded ||= mayHaveLargeIntegers(text)
    return text
  })
  const paths = isRounded ? exactIn?.(body) : undefined
  if (paths === undefined || paths.length === 0) return body
  claim(bytes.length + layout.values * BYTES_PER_VALUE)
  takeValues(body, await parseLongJson(bytes, layout, quoteLargeIntegers), paths)
  return body
}

/** Like {@link readJson}, for a body whose content type is already known, all of which is kept digit for digit. */
export async function readExactJson(request: ApiRequest, limits: BodyLimits, claim: Claim): Promise<unknown> {
  const { bytes, layout } = await readLayout(request, limits, claim)
  return parseLongJson(bytes, layout, (text) => (mayHaveLargeIntegers(text) ? quoteLargeIntegers(text) : text))
}

async function readLayout(request: ApiRequest, limits: BodyLimits, claim: Claim) {
  const layout = new JsonLayout(limits)
  let counted = 0
  const bytes = await readBytes(request, limits.bytes, claim, (part) => {
    layout.push(part)
    claim((layout.values - counted) * BYTES_PER_VALUE)
    counted = layout.values
  })
  if (bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)))
    throw new AppError('malformed_body', 'the body is empty')
  layout.end()
  return { bytes, layout }
}
