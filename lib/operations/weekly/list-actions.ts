import { listWeeklyActions as contract } from '@/lib/contracts/weekly/actions'
import { operation } from '../operation'
import { loadActions, ofWeek } from './action-row'
import { assertBegun } from './known-week'
import { loadZone } from './week-period'

export const listWeeklyActions = operation(contract, async (ctx, { week }) => {
  assertBegun(week, (await loadZone(ctx.db, ctx.project.id, ctx.now())).currentWeek)
  return { actions: await loadActions(ctx.db, ctx.project.id, ofWeek(week)) }
})
