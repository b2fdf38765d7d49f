import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction, personOf } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { hashKeySecret, keyPrefix, mintKeySecret } from './key-secret'
import { keyFields, toKeyView } from './to-key-view'

export const createKey = operation(contracts.createKey, (ctx, { name, scopes }) =>
  inTransaction(ctx, async (tx) => {
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
        createdAt: ctx.now(),
      },
      select: keyFields,
    })
    await audit(tx, ctx, 'key.create', `key:${row.id}`, null, { name, prefix, scopes: row.scopes })
    await announce(tx, { project: projectId, topic: 'keys' })
    return { key: toKeyView(row), secret }
  }),
)
