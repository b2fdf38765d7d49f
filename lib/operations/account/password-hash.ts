import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id at the strength OWASP names for 19 MiB of memory.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of random bytes nobody kept: verifying against it takes as long as against a real one, and always fails.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$tPgOx2CnfREiUtckcZjKDA$e64tbGkNbVbVuy8BBqVvXBo2LpifNzB+a8rj1APStZU'

/** The argon2id hash of a password, with its salt and cost inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password is the one behind the hash. Without a hash the answer is false, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODY, password)
  return passwordHash !== null && isRight
}

/** Changes with the password; tells that one who gave it a moment ago gave the one that holds. 96 bits, tells nothing of the hash. */
export function passwordStamp(passwordHash: string | null): string {
  return createHash('sha256')
    .update(`session stamp ${passwordHash ?? ''}`)
    .digest('base64url')
    .slice(0, 16)
}
