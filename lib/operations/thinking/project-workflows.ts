import { thinkingTemplate } from '@/lib/contracts/thinking/templates'
import type { Db, Tx } from '@/lib/db/client'
import type { Workflow } from '@/lib/engine/thinking/workflows'

/** The project's own workflows, by name. */
export async function loadProjectWorkflows(db: Db | Tx, projectId: string): Promise<Workflow[]> {
  const rows = await db.thinkingTemplate.findMany({ where: { projectId }, orderBy: { name: 'asc' } })
  return rows.map(({ name, template }) => ({ name, ...thinkingTemplate.parse(template) }))
}
