import { inTransaction } from '@/lib/db/transaction'
import { ensureMonths } from '@/lib/operations/months/make-months'
import { noteAllChains } from '@/lib/operations/rollups/changed-chains'
import { countRuns } from './million/count-runs'
import { DAYS, drawRuns } from './million/draw-runs'
import { judgeRuns } from './million/judge-runs'
import { type DrawnVersion, declareChains, drawShapes, type Shape } from './million/shapes'
import { storeDetails, storeSteps } from './million/store-details'
import { storeExecutions, storeRuns } from './million/store-runs'
import { provideTables } from './million/tables'
import type { Scenario, SeedInput } from './scenario'

const CHUNK = 20_000
const REPORTED_EVERY = 100_000
/** How many sets are made concurrently when there are many runs. */
const LANES = 2

export const million: Scenario = {
  summary: '10 chains of 5 versions over 90 days, written directly to the tables, to test large amounts of data',
  counts: { unit: 'runs', usual: 1_000_000 },
  make: makeMillion,
  pages: ['?range=90d', '/runs', '/chains'],
}

/**
 * Draws, judges and stores the runs in sets: run, summary, failures, executions and counts of all runs; nodes, signals, issues and scores
 * of a share. Each set is one transaction, so that an interrupted seed can be resumed.
 */
async function makeMillion(input: SeedInput): Promise<void> {
  const { ctx, count, now, print } = input
  const shapes = drawShapes(input.withSteps)
  const versions = await declareChains(ctx)
  const startedAt = performance.now()
  const starts = Array.from({ length: DAYS + 1 }, (_, day) => new Date(now.getTime() - day * 86_400_000))
  await ensureMonths(ctx.db, starts, now)
  let made = 0
  const makeLane = async (chunks: readonly Chunk[]) => {
    for (const chunk of chunks) {
      if (!(await isThere(ctx, chunk.to - 1))) await makeChunk(input, chunk, shapes, versions)
      made += chunk.to - chunk.from
      if (made % REPORTED_EVERY === 0 || made === count)
        print(`  ${made.toLocaleString('en')} runs, ${seconds(startedAt)}`)
    }
  }
  const lanes = count >= REPORTED_EVERY * LANES ? LANES : 1
  await Promise.all(split(chunksOf(count), lanes).map(makeLane))
  await ctx.db.$executeRaw`
    UPDATE chain_version v SET first_hour = f.hour FROM (
      SELECT version_id, min(hour) AS hour FROM rollup_hour WHERE project_id = ${ctx.project.id}::uuid AND runs > 0 GROUP BY 1) f
    WHERE v.project_id = ${ctx.project.id}::uuid AND v.id = f.version_id`
  await inTransaction(ctx, async (tx) => noteAllChains(tx, ctx.project.id))
  await ctx.db
    .$executeRaw`ANALYZE run, run_summary, run_text, node_run, score, failure, failure_group, execution, rollup_hour, rollup_day, rollup_project_hour, rollup_project_day, rollup_failure, rollup_failure_day, rollup_group_day, rollup_unit`
}

type Chunk = { from: number; to: number }

function chunksOf(count: number): Chunk[] {
  return Array.from({ length: Math.ceil(count / CHUNK) }, (_, place) => ({
    from: place * CHUNK,
    to: Math.min(count, (place + 1) * CHUNK),
  }))
}

/** Splits into consecutive ranges: lanes far apart in time update different hours and do not block each other. */
function split<T>(items: readonly T[], lanes: number): T[][] {
  const length = Math.ceil(items.length / lanes)
  return Array.from({ length: lanes }, (_, lane) => items.slice(lane * length, (lane + 1) * length))
}

/** Whether the run of that number exists, and with it all of its set. */
async function isThere({ db, project }: SeedInput['ctx'], number: number): Promise<boolean> {
  const key = { projectId: project.id, runKey: `m-${String(number).padStart(8, '0')}` }
  return (await db.runKey.findUnique({ where: { projectId_runKey: key }, select: { runId: true } })) !== null
}

function makeChunk(
  { ctx, count, now, isNarrow, withSteps }: SeedInput,
  range: Chunk,
  shapes: readonly Shape[],
  versions: readonly DrawnVersion[],
): Promise<void> {
  const projectId = ctx.project.id
  return inTransaction(
    ctx,
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      // The search index is updated once per set.
      await tx.$executeRaw`SELECT set_config('gin_pending_list_limit', '128MB', true), set_config('work_mem', '256MB', true)`
      await provideTables(tx, shapes, versions)
      await drawRuns(tx, { ...range, count, now, projectId, isNarrow })
      await judgeRuns(tx)
      if ((await storeRuns(tx, projectId)) === 0) return
      await storeExecutions(tx, projectId, now)
      await countRuns(tx, projectId)
      if (withSteps) await storeSteps(tx, projectId, count)
      await storeDetails(tx, projectId, count, shapes, versions)
    },
    { timeout: 600_000 },
  )
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
}
