import {
  deleteThinkingTemplate as deleteThinkingTemplateContract,
  listThinkingTemplates as listThinkingTemplatesContract,
  putThinkingTemplate as putThinkingTemplateContract,
  type TemplateView,
  thinkingTemplate,
} from '@/lib/contracts/thinking/templates'
import type { ThinkingTemplate as StoredTemplate } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { builtInWorkflows } from '@/lib/engine/thinking/workflows'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { lockProject } from '../members/members'
import { operation } from '../operation'

const isBuiltInName = (name: string) => builtInWorkflows.some((workflow) => workflow.name === name)

/** Lists the project's workflows by name, then the built-in ones that are not overridden. */
export const listThinkingTemplates = operation(listThinkingTemplatesContract, async (ctx) => {
  const rows = await ctx.db.thinkingTemplate.findMany({
    where: { projectId: ctx.project.id },
    orderBy: { name: 'asc' },
  })
  const own = new Set(rows.map((row) => row.name))
  const builtIn = builtInWorkflows
    .filter(({ name }) => !own.has(name))
    .map(({ name, ...template }) => ({
      name,
      template,
      isBuiltIn: true,
      isOverride: false,
      updatedBy: null,
      updatedAt: null,
    }))
  return { templates: [...rows.map(toTemplateView), ...builtIn] }
})

function toTemplateView({ name, template, updatedBy, updatedAt }: StoredTemplate): TemplateView {
  return {
    name,
    template: thinkingTemplate.parse(template),
    isBuiltIn: false,
    isOverride: isBuiltInName(name),
    updatedBy,
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * Adds or changes a workflow of the project; the old and new content are audited.
 * @throws conflict if it is not the one expected, because somebody saved or removed it meanwhile
 */
export const putThinkingTemplate = operation(putThinkingTemplateContract, (ctx, { name, template, expected }) =>
  inTransaction(ctx, async (tx) => {
    const key = { projectId: ctx.project.id, name }
    await lockProject(tx, ctx.project.id)
    const before = await tx.thinkingTemplate.findUnique({ where: { projectId_name: key } })
    if (expected !== undefined && expected !== (before?.updatedAt.toISOString() ?? null))
      throw new AppError(
        'conflict',
        before ? `${before.updatedBy} has saved "${name}" meanwhile` : `"${name}" was removed meanwhile`,
      )
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
    await audit(tx, ctx, 'thinking.template-put', {
      subject: `thinking-template:${name}`,
      before: before?.template ?? null,
      after: change.template,
    })
    await announce(tx, { project: ctx.project.id, topic: 'thinking-templates' })
    return { template: toTemplateView(after) }
  }),
)

/** Deletes a workflow of the project; its content stays in the audit log. @throws not_found, also for a built-in one */
export const deleteThinkingTemplate = operation(deleteThinkingTemplateContract, (ctx, { name }) =>
  inTransaction(ctx, async (tx) => {
    const where = { projectId_name: { projectId: ctx.project.id, name } }
    const before = await tx.thinkingTemplate.findUnique({ where })
    if (!before) throw notFound('workflow of this project')
    await tx.thinkingTemplate.delete({ where })
    await audit(tx, ctx, 'thinking.template-deleted', { subject: `thinking-template:${name}`, before: before.template })
    await announce(tx, { project: ctx.project.id, topic: 'thinking-templates' })
    return { deleted: true as const }
  }),
)
