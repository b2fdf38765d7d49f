import { exportRuns as contract, type ExportedRun, exportedScore } from '@/lib/contracts/run-export'
import { runInput } from '@/lib/contracts/run-input'
import type { RunRow } from '@/lib/contracts/runs'
import type { Db } from '@/lib/db/client'
import { isTooLittleMeasured } from '@/lib/engine/scoring/scored-run'
import { operation } from '../operation'
import { findCovered, withoutVerdicts } from '../runs/covered'
import { selectRuns } from '../runs/list'
import { toErrorView, toSignalViews, toTokensView } from '../runs/views'

/** Exports runs as rows, one page per call, so that only a page is in memory. Oldest first, so that new runs are appended at the end. */
export const exportRuns = operation(contract, async (ctx, { limit, cursor, ...filters }) => {
  const { runs, next } = await selectRuns(ctx, filters, { sort: 'oldest', limit, cursor })
  const projectId = ctx.project.id
  const ids = runs.map((run) => run.id)
  const [facts, scores, signals, covered] = await Promise.all([
    findRunFacts(ctx.db, projectId, ids),
    findLatestScores(ctx.db, projectId, ids),
    ctx.db.signal.findMany({
      where: { projectId, runId: { in: ids } },
      orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
    }),
    findCovered(ctx, ids),
  ])
  const signalsOf = Map.groupBy(signals, (signal) => signal.runId)
  const rows = runs.flatMap((run) => {
    const fact = facts.get(run.id)
    if (!fact) return []
    const own = { scores: scores.get(run.id) ?? [], allSignals: toSignalViews(signalsOf.get(run.id) ?? []) }
    return [{ ...toRow(run, fact), ...(covered.has(run.id) ? withoutJudgement(own) : own) }]
  })
  return { rows, next }
})

/** Leaves out the verdicts of people, and the confidence that follows from them. */
function withoutJudgement({ scores, allSignals }: Pick<ExportedRun, 'scores' | 'allSignals'>) {
  return { scores: scores.filter(({ series }) => series !== 'confidence'), allSignals: withoutVerdicts(allSignals) }
}

function toRow(run: RunRow, fact: RunFact): Omit<ExportedRun, 'scores' | 'allSignals'> {
  return {
    ...run,
    error: toErrorView(fact.error),
    tokenCounts: toTokensView(runInput.shape.tokens.parse(fact.tokens ?? undefined)),
    startedAt: fact.startedAt?.toISOString() ?? null,
    endedAt: fact.endedAt?.toISOString() ?? null,
    receivedAt: fact.receivedAt.toISOString(),
    submittedVia: fact.submittedVia,
    metadata: runInput.shape.metadata.parse(fact.metadata ?? undefined) ?? null,
    tooLittleMeasured: isTooLittleMeasured(run),
  }
}

type ExportedScore = ExportedRun['scores'][number]
type Row = Omit<ExportedScore, 'computedAt'> & { runId: string; computedAt: Date }

/** Returns the latest revision of every series of these runs. Only the numbers of the breakdown are read. */
async function findLatestScores(
  db: Db,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, ExportedScore[]>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (s.run_id, s.series) s.run_id AS "runId", s.series, s.revision, s.profile, s.value, s.grade, s.band, s.blocked,
      s.breakdown->'threshold' AS threshold, s.engine_version AS "engineVersion", s.computed_at AS "computedAt",
      ARRAY(SELECT jsonb_build_object('name', f->'name', 'weight', f->'weight', 'value', f->'value')
        FROM jsonb_array_elements(s.breakdown->'factors') WITH ORDINALITY AS x(f, place) ORDER BY place) AS factors
    FROM score s WHERE s.project_id = ${projectId}::uuid AND s.run_id = ANY(${runIds}::uuid[])
    ORDER BY s.run_id, s.series, s.revision DESC`
  const byRun = Map.groupBy(rows, (row) => row.runId)
  return new Map(
    [...byRun].map(([runId, own]) => [
      runId,
      own.map((row) => exportedScore.parse({ ...row, computedAt: row.computedAt.toISOString() })),
    ]),
  )
}

type RunFact = Awaited<ReturnType<typeof select>>[number]

/** Returns the small facts of these runs by id, without request, output and sources. */
async function findRunFacts(db: Db, projectId: string, runIds: readonly string[]): Promise<Map<string, RunFact>> {
  return new Map((await select(db, projectId, runIds)).map((run) => [run.id, run]))
}

function select(db: Db, projectId: string, runIds: readonly string[]) {
  return db.run.findMany({
    where: { projectId, id: { in: [...runIds] } },
    select: {
      id: true,
      error: true,
      tokens: true,
      startedAt: true,
      endedAt: true,
      receivedAt: true,
      submittedVia: true,
      metadata: true,
    },
  })
}
