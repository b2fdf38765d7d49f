import path from 'node:path'
import { createTransport } from 'nodemailer'
import { Client } from 'pg'
import type { Env } from '@/lib/env'
import { toMailServer } from '@/lib/operations/notifications/mail-server'
import { examineStore } from '@/lib/operations/payloads/examine'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good } from './examination'

/** Checks that the mail server accepts the configured connection, user and password. No mail is sent. */
export async function examineMail(env: Env): Promise<Finding> {
  const server = toMailServer(env)
  if (!server) return good('mail', 'no mail server configured; notifications are shown in the app only')
  const seen = `${server.host}:${server.port}`
  try {
    await createTransport(server.options).verify()
    return good('mail', `${seen} answers`)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return bad('mail', `${seen}: ${words}`, 'Check SMTP_URL: host, port, user and password, and smtps:// or smtp://.')
  }
}

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
