import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'vrt_'

/** A new API key: 192 random bits. */
export function mintKeySecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64url')}`
}

/** What is kept of a key. A fast hash is enough: the secret is random, not chosen by a person. */
export function hashKeySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The part that a person may see again, to tell keys apart. */
export function keyPrefix(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(0, PREFIX.length + 6) : `${secret.slice(0, 4)}…`
}
