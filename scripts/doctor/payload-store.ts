import path from 'node:path'
import { Client } from 'pg'
import type { Env } from '@/lib/env'
import { examineStore } from '@/lib/operations/payloads/examine'
import { findPostgres } from '../provision/postgres'
import type { Finding } from './examination'

/** Checks that long values can be stored in the configured store, and that none are stored if it is not configured. */
export async function examinePayloadStore(env: Env): Promise<Finding> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  const client = url ? new Client({ connectionString: url }) : null
  // Problems of the database are reported by its own check.
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
