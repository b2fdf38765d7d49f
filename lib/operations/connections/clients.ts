import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { clientRegistration } from '@/lib/contracts/connections'
import { DAY_MS } from '@/lib/contracts/durations'
import { type Db, getDb } from '@/lib/db/client'
import { AppError } from '../errors'

const UNUSED_DAYS = 7
const MAX_UNUSED = 5000

type RegisteredClient = { id: string; name: string; redirectUris: string[]; createdAt: Date }

/**
 * Registers an app: RFC 7591. Registration grants nothing. Apps that are not connected within a week are deleted, so that open registration
 * cannot fill the database.
 */
export async function registerClient(
  { redirect_uris, client_name }: z.output<typeof clientRegistration>,
  now = new Date(),
): Promise<RegisteredClient> {
  const db = getDb()
  const unused = { connectedAt: null }
  await db.oauthClient.deleteMany({
    where: { ...unused, createdAt: { lt: new Date(now.getTime() - UNUSED_DAYS * DAY_MS) } },
  })
  if ((await db.oauthClient.count({ where: unused })) >= MAX_UNUSED)
    throw new AppError('rate_limited', 'too many apps wait to be connected: try again tomorrow', [], DAY_MS / 1000)
  const id = `vrc_${randomBytes(16).toString('base64url')}`
  const [first = ''] = redirect_uris
  const name = client_name ?? placeOf(first)
  return db.oauthClient.create({ data: { id, name, redirectUris: redirect_uris, createdAt: now } })
}

export function findClient(db: Db, id: string): Promise<RegisteredClient | null> {
  return db.oauthClient.findUnique({ where: { id } })
}

/** Describes where the answer goes, for the person who gives consent. */
export function placeOf(redirectUri: string): string {
  const url = URL.parse(redirectUri)
  if (!url) return redirectUri
  if (url.protocol === 'http:') return 'an app on this computer'
  return url.protocol === 'https:' ? url.host : `the app ${url.protocol.slice(0, -1)}`
}
