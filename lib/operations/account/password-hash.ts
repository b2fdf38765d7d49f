import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id with the parameters that OWASP recommends for 19 MiB of memory.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of discarded random bytes: verifying against it takes as long as against a real one and always fails.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$tPgOx2CnfREiUtckcZjKDA$e64tbGkNbVbVuy8BBqVvXBo2LpifNzB+a8rj1APStZU'

/** Returns the argon2id hash of a password, including salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password matches the hash. Without a hash returns false, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODY, password)
  return passwordHash !== null && isRight
}

/**
 * Returns a stamp that changes with the password, to detect a change since the password was checked. 96 bits; reveals nothing of the hash.
 */
export function passwordStamp(passwordHash: string | null): string {
  return createHash('sha256')
    .update(`session stamp ${passwordHash ?? ''}`)
    .digest('base64url')
    .slice(0, 16)
}
