import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Env } from '@/lib/env'

/** An S3-compatible object store. Every call throws {@link StoreError} if the service fails. */
export type PayloadStore = {
  /** The address, without credentials. */
  address: string
  put(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Returns null if the object does not exist. Of one that is longer than `maxBytes`, somewhat more than these are read, so that no answer
   * exhausts memory.
   */
  get(key: string, limits: { maxBytes: number; timeoutMs?: number }): Promise<Buffer | null>
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>
}

/** The store failed. `isRefused`: it answered with a refusal, so settings or permissions are wrong and waiting does not help. */
export class StoreError extends Error {
  readonly isRefused: boolean

  constructor(message: string, isRefused: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isRefused = isRefused
    this.name = 'StoreError'
  }
}

type Settings = Pick<
  Env,
  'PAYLOAD_STORE_URL' | 'PAYLOAD_STORE_KEY_ID' | 'PAYLOAD_STORE_SECRET' | 'PAYLOAD_STORE_REGION'
>

const TIMEOUT_MS = 20_000
/** In addition to the first attempt. */
const RETRIES = 2
const WORDS_MAX = 300
/** Read of the body of an error. */
const ERROR_BYTES = 10_000

/** Opens the configured store; null if none is configured. */
export function openStore(settings: Settings): PayloadStore | null {
  const { PAYLOAD_STORE_URL: url, PAYLOAD_STORE_KEY_ID: keyId, PAYLOAD_STORE_SECRET: secret } = settings
  if (!url || !keyId || !secret) return null
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region: settings.PAYLOAD_STORE_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const base = new URL(url.replace(/\/+$/, ''))
  const [, bucket = '', ...folders] = base.pathname.split('/')
  const folder = folders.map((name) => `${name}/`).join('')
  const bucketUrl = new URL(`/${bucket}`, base).href

  /** @throws StoreError for a status that is neither 2xx nor 404 */
  const ask = async (address: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Response> => {
    const response = await client
      .fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      .catch((error: unknown) => {
        throw new StoreError(`the payload store at ${base.host} does not answer`, false, { cause: error })
      })
    if (response.ok || response.status === 404) return response
    const words = await wordsOf(response)
    const isRefused = response.status < 500 && response.status !== 429
    throw new StoreError(`the payload store at ${base.host} answered ${response.status}${words}`, isRefused)
  }
  const refusal = (words: string) => new StoreError(`the payload store at ${base.host} answered 404${words}`, true)

  return {
    address: base.href,
    async put(key, bytes) {
      const headers = {
        'content-type': 'application/zstd',
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      }
      const body = new Uint8Array(bytes)
      const response = await ask(`${bucketUrl}/${folder}${key}`, { method: 'PUT', headers, body })
      if (!response.ok) throw refusal(await wordsOf(response))
      await response.body?.cancel()
    },
    async get(key, { maxBytes, timeoutMs }) {
      const response = await ask(`${bucketUrl}/${folder}${key}`, { method: 'GET' }, timeoutMs)
      if (response.ok)
        return await readUpTo(response, maxBytes).catch((error: unknown) => {
          throw new StoreError(`the payload store at ${base.host} broke off its answer`, false, { cause: error })
        })
      // A missing bucket does not prove that the object does not exist.
      const words = await wordsOf(response)
      if (words.includes('NoSuchBucket')) throw refusal(words)
      return null
    },
    async remove(key) {
      const response = await ask(`${bucketUrl}/${folder}${key}`, { method: 'DELETE' })
      await response.body?.cancel()
    },
  }
}

/** Reads a body until it ends or is longer than `maxBytes`; the rest is not received. */
async function readUpTo(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  return Buffer.concat(parts)
}

const textOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]

/** Formats the code and message of an S3 error. */
async function wordsOf(response: Response): Promise<string> {
  const body = await readUpTo(response, ERROR_BYTES).then(String, () => '')
  const words = [textOf(body, 'Code'), textOf(body, 'Message')].filter(Boolean).join(', ').slice(0, WORDS_MAX)
  return words === '' ? '' : ` (${words})`
}

/** Writes, reads and removes a test object. @throws StoreError with the reason */
export async function probeStore(store: PayloadStore): Promise<void> {
  const key = `probe/${crypto.randomUUID()}`
  const written = Buffer.from(`written by a desk to see whether it may: ${key}`)
  await store.put(key, written)
  const read = await store.get(key, { maxBytes: written.length })
  await store.remove(key)
  if (!read?.equals(written)) throw new StoreError('the payload store does not read as it was written', true)
  if ((await store.get(key, { maxBytes: written.length })) !== null)
    throw new StoreError('the payload store does not remove an object as requested', true)
}
