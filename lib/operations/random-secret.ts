import { createHash, randomBytes } from 'node:crypto'

/** Returns the secret of a single-use link: 192 random bits. */
export function mintLinkToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Hashes a token for storage. The token is random, so a fast hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
