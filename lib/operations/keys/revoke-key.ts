import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { keyFields, toKeyView } from './to-key-view'

/** A key that is revoked already keeps the time of the first revocation. */
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
    return { key: toKeyView(row) }
  }),
)
