import type { WeeklyAction } from '@/lib/contracts/weekly/actions'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { byIds, loadActions } from './action-row'
import { writeMemory } from './memory-file'

/** The action as it stands after a change, with the file of its week brought up to date where the week has a page. */
export async function actionChanged(ctx: ProjectContext, week: string, id: string): Promise<WeeklyAction> {
  const [action] = await loadActions(ctx.db, ctx.project.id, byIds([id]))
  if (!action) throw notFound('action')
  if (await ctx.db.weeklyReview.findFirst({ where: { projectId: ctx.project.id, week }, select: { revision: true } }))
    await writeMemory(ctx, week)
  return action
}
