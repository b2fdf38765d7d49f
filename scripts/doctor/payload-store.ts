import path from 'node:path'
import { Client } from 'pg'
import type { Env } from '@/lib/env'
import { examineStore } from '@/lib/operations/payloads/examine'
import { findPostgres } from '../provision/postgres'
import type { Finding } from './examination'

/** Whether long values can be kept in the store that is set, and whether some are where none is. */
export async function examinePayloadStore(env: Env): Promise<Finding> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  const client = url ? new Client({ connectionString: url }) : null
  // What is wrong with the database is said elsewhere.
  const isConnected = await client?.connect().then(
    () => true,
    () => false,
  )
  try {
    const { state, seen, advice } = await examineStore(env, isConnected ? client : null)
    return { subject: 'payload store', state, seen, advice }
  } finally {
    await client?.end().catch(() => {})
  }
}
