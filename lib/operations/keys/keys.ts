import { z } from 'zod'
import { DAY_MS } from '@/lib/contracts/durations'
import * as contracts from '@/lib/contracts/projects'
import { type KeyView, keyView } from '@/lib/contracts/projects'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { personOf } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { hashKeySecret, keyPrefix, mintKeySecret } from './actor'

export const listKeys = operation(contracts.listKeys, async (ctx) => {
  const rows = await ctx.db.apiKey.findMany({
    where: { projectId: ctx.project.id },
    select: keyFields,
    orderBy: { id: 'desc' },
  })
  const now = ctx.now()
  return { keys: rows.map((row) => toKeyView(row, now)) }
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
        hash: hashKeySecret(secret),
        scopes: [...new Set(scopes)],
        createdById: personOf(ctx.actor)?.userId ?? null,
        createdAt: now,
        expiresAt: expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      },
      select: keyFields,
    })
    await audit(tx, ctx, 'key.create', `key:${row.id}`, null, {
      name,
      prefix,
      scopes: row.scopes,
      ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
    })
    await announce(tx, { project: projectId, topic: 'keys' })
    return { key: toKeyView(row, now), secret }
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
      await audit(tx, ctx, 'key.revoke', `key:${keyId}`, { name: row.name, prefix: row.prefix }, null)
      await announce(tx, { project: projectId, topic: 'keys' })
    }
    return { key: toKeyView(row, ctx.now()) }
  }),
)

type Row = {
  id: string
  name: string
  prefix: string
  scopes: string[]
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
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const

function toKeyView(row: Row, now: Date): KeyView {
  return {
    ...row,
    scopes: z.parse(keyView.shape.scopes, row.scopes),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
