import { createHash, randomBytes } from 'node:crypto'

/** Returns a secret of 192 random bits. */
export function mintSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Hashes a secret for storage. It is random, not chosen by a person, so a fast hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
