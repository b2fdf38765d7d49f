import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writePrivately } from './postgres-state'

/** Returns the secret that signs sessions. It is created once in the data folder, readable by its owner only. */
export function keepAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  if (!existsSync(file)) writePrivately(file, `${randomBytes(32).toString('base64url')}\n`)
  return readFileSync(file, 'utf8').trim()
}
