import type { WeeklyMetric } from '@/lib/contracts/weekly/report'
import { shiftWeek } from '@/lib/engine/weekly/iso-week'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { metricOf, readWeekSums } from './read-week-sums'
import { type ProjectZone, weekPeriod } from './week-period'

/**
 * The number an action is meant to move, in the week it is written down for.
 * @throws invalid_input naming `metric.chain` when there is no such chain
 */
export async function measureMetric(
  ctx: ProjectContext,
  { timeZone }: ProjectZone,
  week: string,
  target: Pick<WeeklyMetric, 'kind' | 'chain'>,
): Promise<{ metric: WeeklyMetric; chainId: string | null }> {
  const projectId = ctx.project.id
  const period = weekPeriod(week, shiftWeek(week, -1), timeZone, ctx.now())
  const metric = metricOf(target, await readWeekSums(ctx.db, projectId, period))
  if (target.chain === null) return { metric, chainId: null }
  const chain = await ctx.db.chain.findUnique({
    where: { projectId_name: { projectId, name: target.chain } },
    select: { id: true },
  })
  if (!chain) throw invalidInput([{ path: 'metric.chain', message: `there is no chain ${target.chain}` }])
  return { metric, chainId: chain.id }
}
