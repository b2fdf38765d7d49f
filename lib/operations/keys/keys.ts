import { z } from 'zod'
import { DAY_MS } from '@/lib/contracts/durations'
import * as contracts from '@/lib/contracts/projects'
import { type KeyView, keyView } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { coalesce } from '../coalesce'
import { type Actor, personOf } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { hashSecret, mintSecret } from '../random-secret'

export const listKeys = operation(contracts.listKeys, async (ctx) => {
  const rows = await ctx.db.apiKey.findMany({
    where: { projectId: ctx.project.id },
    select: keyFields,
    orderBy: { id: 'desc' },
  })
  const makers = await findMakers(ctx.db, ctx.project.id, rows)
  return { keys: rows.map((row) => toKeyView(row, makers, ctx.now())) }
})

export const createKey = operation(contracts.createKey, (ctx, { name, scopes, expiresInDays }) =>
  inTransaction(ctx, async (tx) => {
    const now = ctx.now()
    const projectId = ctx.project.id
    const secret = mintKeySecret()
    const prefix = keyPrefix(secret)
    const row = await tx.apiKey.create({
      data: {
        projectId,
        name,
        prefix,
        hash: hashSecret(secret),
        scopes: [...new Set(scopes)],
        createdById: personOf(ctx.actor)?.userId ?? null,
        createdAt: now,
        expiresAt: expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      },
      select: keyFields,
    })
    await audit(tx, ctx, 'key.create', {
      subject: `key:${row.id}`,
      after: {
        name,
        prefix,
        scopes: row.scopes,
        ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
      },
    })
    await announce(tx, { project: projectId, topic: 'keys' })
    return { key: toKeyView(row, await findMakers(tx, projectId, [row]), now), secret }
  }),
)

/** Revokes a key; one that is revoked already keeps its time. */
export const revokeKey = operation(contracts.revokeKey, (ctx, { keyId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const key = { projectId_id: { projectId, id: keyId } }
    const revoked = await tx.apiKey.updateMany({
      where: { projectId, id: keyId, revokedAt: null },
      data: { revokedAt: ctx.now() },
    })
    const row = await tx.apiKey.findUnique({ where: key, select: keyFields })
    if (!row) throw notFound('key')
    if (revoked.count > 0) {
      await audit(tx, ctx, 'key.revoke', { subject: `key:${keyId}`, before: { name: row.name, prefix: row.prefix } })
      await announce(tx, { project: projectId, topic: 'keys' })
    }
    return { key: toKeyView(row, await findMakers(tx, projectId, [row]), ctx.now()) }
  }),
)

type Row = {
  id: string
  name: string
  prefix: string
  scopes: string[]
  createdById: string | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

const keyFields = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdById: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const

type Makers = ReadonlyMap<string | null, KeyView['madeBy']>

/** Returns the people who made keys, by id, also those who left the project. */
async function findMakers(db: Db | Tx, projectId: string, rows: readonly Row[]): Promise<Makers> {
  const people = await db.user.findMany({
    where: { id: { in: rows.flatMap(({ createdById }) => createdById ?? []) } },
    select: { id: true, name: true, memberships: { where: { projectId }, select: { role: true } } },
  })
  return new Map(
    people.map(({ id, name, memberships }) => [id, { userId: id, name, isMember: memberships.length > 0 }]),
  )
}

function toKeyView({ createdById, ...row }: Row, makers: Makers, now: Date): KeyView {
  return {
    ...row,
    scopes: z.parse(keyView.shape.scopes, row.scopes),
    createdAt: row.createdAt.toISOString(),
    madeBy: makers.get(createdById) ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}

const LAST_USED_STEP_MS = 60_000
/** Overlapping requests wait this long at most to share a lookup. */
const PACE_MS = 10

type KeyRow = {
  id: string
  name: string
  scopes: string[]
  lastUsedAt: Date | null
  projectId: string
  slug: string
  projectName: string
  deletesAt: Date | null
}

type KeyActor = Extract<Actor, { kind: 'key' }>

/** Returns the actor of an API key, or null if it is unknown, expired or revoked. Records the use, at most once a minute. */
export function findKeyActor(secret: string): Promise<KeyActor | null> {
  return actorByHash(hashSecret(secret))
}

/** Runs with every request: one prepared statement, shared by concurrent requests with the same key. */
const actorByHash = coalesce<KeyActor | null>(async (hash) => {
  const db = getDb()
  const now = new Date()
  const [key] = await withPreparedStatements(
    () => db.$queryRaw<KeyRow[]>`
      SELECT k.id, k.name, k.scopes, k.last_used_at AS "lastUsedAt", p.id AS "projectId", p.slug, p.name AS "projectName",
        p.deletes_at AS "deletesAt"
      FROM api_key k JOIN project p ON p.id = k.project_id WHERE k.hash = ${hash} AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ${now})`,
  )
  if (!key) return () => null
  const { id, name, scopes, projectId, slug, projectName, deletesAt } = key
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_STEP_MS)
    await db.apiKey.update({ where: { projectId_id: { projectId, id } }, data: { lastUsedAt: now } })
  const project = { id: projectId, slug, name: projectName, deletesAt }
  return () => ({ kind: 'key', keyId: id, name, scopes, project })
}, PACE_MS)

const PREFIX = 'vrt_'

/** Creates an API key. */
export function mintKeySecret(): string {
  return `${PREFIX}${mintSecret()}`
}

/** Returns the visible part of a key, to tell keys apart. */
export function keyPrefix(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(0, PREFIX.length + 6) : `${secret.slice(0, 4)}…`
}
