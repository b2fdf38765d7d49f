import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { getEnv } from '@/lib/env'
import { AppError } from '../errors'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates a signing secret: `whsec_` and base64 of 32 random bytes. */
export function mintSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * Returns the headers of Standard Webhooks 1.0.0 (standardwebhooks.com): for each secret `v1,` and base64 of HMAC-SHA256 over
 * `id.timestamp.body`, the timestamp in seconds since the epoch.
 */
export function signatureHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const content = `${message.id}.${timestamp}.${message.body}`
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  }
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with a key derived from AUTH_SECRET (AES-256-GCM). `purpose`, such as `webhook:<project>:<id>`, is authenticated with it:
 * in another row it cannot be opened. Returns base64 of nonce, tag and text.
 */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, sealingKey(), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/**
 * Decrypts a text that {@link seal} sealed for the same purpose.
 * @throws AppError unavailable when it was sealed with another AUTH_SECRET or for another purpose
 */
export function unseal(sealed: string, purpose: string, secret = getEnv().AUTH_SECRET): string {
  const bytes = Buffer.from(sealed, 'base64')
  const key = sealingKey(secret)
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new AppError('unavailable', 'a stored secret cannot be read: AUTH_SECRET is not the one it was sealed with')
  }
}

/** Returns 12 hexadecimal digits by which equal texts are known without reading them (HMAC-SHA256 with a key derived from AUTH_SECRET). */
export function markOf(text: string): string {
  return createHmac('sha256', sealingKey()).update(text).digest('hex').slice(0, 12)
}

function sealingKey(secret = getEnv().AUTH_SECRET): Uint8Array {
  if (!secret) throw new AppError('unavailable', 'AUTH_SECRET is not set, so secrets cannot be kept')
  return new Uint8Array(hkdfSync('sha256', secret, '', 'veritas sealed secrets', 32))
}
