import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link that works once: 192 random bits. */
export function mintLinkToken(): string {
  return randomBytes(24).toString('base64url')
}

/** What is kept of it. The token is random, so a fast hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
