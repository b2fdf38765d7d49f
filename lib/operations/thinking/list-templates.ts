import {
  listThinkingTemplates as contract,
  type TemplateView,
  thinkingTemplate,
} from '@/lib/contracts/thinking/templates'
import type { ThinkingTemplate as StoredTemplate } from '@/lib/db/generated/client'
import { builtInWorkflows } from '@/lib/engine/thinking/workflows'
import { operation } from '../operation'

const isBuiltInName = (name: string) => builtInWorkflows.some((workflow) => workflow.name === name)

/** The project's own workflows by name, then the built-in ones that still hold. */
export const listThinkingTemplates = operation(contract, async (ctx) => {
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

export function toTemplateView({ name, template, updatedBy, updatedAt }: StoredTemplate): TemplateView {
  return {
    name,
    template: thinkingTemplate.parse(template),
    isBuiltIn: false,
    isOverride: isBuiltInName(name),
    updatedBy,
    updatedAt: updatedAt.toISOString(),
  }
}
