import path from 'node:path'
import { Client } from 'pg'
import { listPendingMigrations } from '@/lib/db/migrate'
import type { Env } from '@/lib/env'
import { readVersion } from '../provision/database'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good, warning } from './examination'

/** The database named by DATABASE_URL, else the embedded one when it runs. */
export async function examineDatabase(env: Env): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url) return [good('database', 'the embedded server is not running; npm start starts it')]
  try {
    return [good('database', await readVersion(url)), await examineMigrations(url)]
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return [bad('database', words, 'Check that the server runs, that this machine may connect, and user and password.')]
  }
}

async function examineMigrations(url: string): Promise<Finding> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const pending = await listPendingMigrations(client)
    return pending.length === 0
      ? good('migrations', 'all applied')
      : warning('migrations', `pending: ${pending.join(', ')}`, 'npm start applies them.')
  } finally {
    await client.end()
  }
}
