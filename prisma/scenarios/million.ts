import { inTransaction } from '@/lib/db/transaction'
import { ensureMonths } from '@/lib/operations/months/make-months'
import { countRuns } from './million/count-runs'
import { DAYS, drawRuns } from './million/draw-runs'
import { judgeRuns } from './million/judge-runs'
import { type DrawnVersion, declareChains, drawShapes, type Shape } from './million/shapes'
import { storeDetails } from './million/store-details'
import { storeExecutions, storeRuns } from './million/store-runs'
import { provideTables } from './million/tables'
import type { Scenario, SeedInput } from './scenario'

const CHUNK = 20_000
const TOLD_EVERY = 100_000

export const million: Scenario = {
  summary: '10 chains of 5 versions over 90 days, straight into the tables, to see how the desk takes a lot of it',
  counts: { unit: 'runs', usual: 1_000_000 },
  make: makeMillion,
  pages: ['?range=90d', '/runs', '/chains'],
}

/**
 * Draws, judges and stores the runs set by set: run, summary, failures, executions and counts of all, nodes, signals, issues
 * and scores of a share. Each set is one transaction, so that it can be stopped and gone on with.
 */
async function makeMillion({ ctx, count, now, say }: SeedInput): Promise<void> {
  const shapes = drawShapes()
  const versions = await declareChains(ctx)
  const startedAt = performance.now()
  const starts = Array.from({ length: DAYS + 1 }, (_, day) => new Date(now.getTime() - day * 86_400_000))
  await ensureMonths(ctx.db, starts, now)
  for (let from = 0; from < count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK)
    await makeChunk({ ctx, count, now, say }, { from, to }, shapes, versions)
    if (to % TOLD_EVERY === 0 || to === count) say(`  ${to.toLocaleString('en')} runs, ${seconds(startedAt)}`)
  }
  await ctx.db
    .$executeRaw`ANALYZE run, run_summary, run_text, node_run, score, failure, failure_group, execution, rollup_hour, rollup_day, rollup_failure, rollup_failure_day, rollup_unit`
}

function makeChunk(
  { ctx, count, now }: SeedInput,
  range: { from: number; to: number },
  shapes: readonly Shape[],
  versions: readonly DrawnVersion[],
): Promise<void> {
  const projectId = ctx.project.id
  return inTransaction(
    ctx,
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      await provideTables(tx, shapes, versions)
      await drawRuns(tx, { ...range, count, now, projectId })
      await judgeRuns(tx)
      if ((await storeRuns(tx, projectId)) === 0) return
      await storeExecutions(tx, projectId, now)
      await countRuns(tx, projectId)
      await storeDetails(tx, projectId, count, shapes, versions)
    },
    { timeout: 600_000 },
  )
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
}
