import { deleteThinkingTemplate as contract } from '@/lib/contracts/thinking/templates'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'

/** Takes a workflow out of the project; what it was stays on record. @throws not_found, also for a built-in one */
export const deleteThinkingTemplate = operation(contract, (ctx, { name }) =>
  inTransaction(ctx, async (tx) => {
    const where = { projectId_name: { projectId: ctx.project.id, name } }
    const before = await tx.thinkingTemplate.findUnique({ where })
    if (!before) throw notFound('workflow of this project')
    await tx.thinkingTemplate.delete({ where })
    await audit(tx, ctx, 'thinking.template-deleted', `thinking-template:${name}`, before.template, null)
    await announce(tx, { project: ctx.project.id, topic: 'thinking' })
    return { deleted: true as const }
  }),
)
