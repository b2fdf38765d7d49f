import { putThinkingTemplate as contract } from '@/lib/contracts/thinking/templates'
import { toStorableJson } from '@/lib/db/rows'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { toTemplateView } from './list-templates'

/** Adds or changes a workflow of the project; before and after are on record. */
export const putThinkingTemplate = operation(contract, (ctx, { name, template }) =>
  inTransaction(ctx, async (tx) => {
    const key = { projectId: ctx.project.id, name }
    const before = await tx.thinkingTemplate.findUnique({ where: { projectId_name: key } })
    const change = {
      template: JSON.parse(toStorableJson(template)),
      updatedBy: actorName(ctx.actor),
      updatedAt: ctx.now(),
    }
    const after = await tx.thinkingTemplate.upsert({
      where: { projectId_name: key },
      create: { ...key, ...change },
      update: change,
    })
    await audit(
      tx,
      ctx,
      'thinking.template-put',
      `thinking-template:${name}`,
      before?.template ?? null,
      change.template,
    )
    await announce(tx, { project: ctx.project.id, topic: 'thinking' })
    return { template: toTemplateView(after) }
  }),
)
