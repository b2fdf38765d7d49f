import { pickSignals } from '@/lib/contracts/evaluators'
import { band, grade, id, type Profile, profile } from '@/lib/contracts/primitives'
import { rescoreRuns as contract, type RescorePage } from '@/lib/contracts/rescore'
import type { RunInput } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma, type RunSummary } from '@/lib/db/generated/client'
import { columnList, fieldsOf, jsonRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import { levelOf } from '@/lib/engine/scoring/score-under'
import type { EffectiveSignals, Measure, SeriesScore } from '@/lib/engine/scoring/scored-run'
import { isClose } from '@/lib/engine/tolerance'
import { findConfigurationsAtArrival } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { type RunOutcome, runsInEngine } from '../engine-pool/ask'
import { toMeasure } from '../ingest/score'
import { badCursor } from '../keyset-cursor'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { lockSummaries } from '../runs/lock'
import { toQuestions } from '../runs/questions'
import { toScoreRow } from '../runs/rows'
import { loadStoredRuns } from '../runs/stored-runs'
import { loadChainId } from '../versions/store'
import { claimSeries, isKnown, readDefinition, type SeriesDefinition } from './series'

/**
 * Rescores one page of history from its facts as a separate series. Stored data does not change; runs already in the series are skipped, so
 * that any page can be requested again.
 */
export const rescoreRuns = operation(contract, async (ctx, { series, chain, dryRun = false, cursor, ...input }) => {
  const definition = readDefinition(input)
  const chainId = chain === undefined ? null : await loadChainId(ctx.db, ctx.project.id, chain)
  const projectId = ctx.project.id
  if (dryRun) await isKnown(ctx.db, projectId, `series:${series}`, definition)
  else await inTransaction(ctx, (tx) => claimSeries(tx, ctx, series, definition))
  const page = await listPage(ctx.db, { projectId, chainId, series, after: readCursor(cursor) })
  const wanted = dryRun ? page.runs : page.runs.filter((run) => !run.isKnown)
  const { scores, comparison, untried } = await scorePage(ctx, wanted, definition)
  const runs = untried ? page.runs.slice(0, page.runs.indexOf(untried)) : page.runs
  const next = untried ? (runs.at(-1)?.runId ?? null) : page.next
  const known = runs.filter((run) => run.isKnown)
  if (!dryRun)
    await inTransaction(ctx, async (tx) => {
      await storeScores(tx, projectId, series, scores, ctx.now())
      if (next === null) await announce(tx, { project: projectId, topic: 'runs' })
    })
  return { ...comparison, known: known.length, total: await countRuns(ctx, chainId), next }
})

async function countRuns(ctx: ProjectContext, chainId: string | null): Promise<number> {
  const projectId = ctx.project.id
  const { _sum } =
    chainId === null
      ? await ctx.db.rollupProjectDay.aggregate({ where: { projectId }, _sum: { runs: true } })
      : await ctx.db.rollupDay.aggregate({ where: { projectId, chainId }, _sum: { runs: true } })
  return _sum.runs ?? 0
}

/** Parses the id at which the previous page ended. */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const parsed = id.safeParse(cursor)
  if (!parsed.success) throw badCursor()
  return parsed.data
}

// Runs may be large, and a page is held in memory as a whole.
const PAGE = 200

/** A stored run as engine input, with its current state. */
type HistoricRun = {
  runId: string
  run: RunInput
  measure: Measure
  signals: EffectiveSignals
  profile: Profile
  summary: RunSummary
  /** Whether this engine version has scored it in the series already. */
  isKnown: boolean
}

type Scope = { projectId: string; chainId: string | null; series: string; after: string | null }

/** Reads the next page of history by run id. `next` is the last id, or null on the last page. */
async function listPage(db: Db, scope: Scope): Promise<{ runs: HistoricRun[]; next: string | null }> {
  const { projectId } = scope
  const ids = await findIds(db, scope)
  const [stored, configurations, known] = await Promise.all([
    loadStoredRuns(db, projectId, ids),
    findConfigurationsAtArrival(db, projectId, ids),
    db.score.findMany({
      where: { projectId, runId: { in: ids }, series: scope.series, engineVersion: ENGINE_VERSION },
      select: { runId: true },
    }),
  ])
  const knownIds = new Set(known.map((score) => score.runId))
  const page = stored.flatMap(({ run, summary, ...promised }) => {
    const configuration = configurations.get(summary.id)
    if (!configuration) return []
    return [
      {
        runId: summary.id,
        run,
        measure: toMeasure(run, { ...promised, configuration }),
        signals: pickSignals(summary),
        summary,
        profile: profile.parse(summary.profile),
        isKnown: knownIds.has(summary.id),
      },
    ]
  })
  return { runs: page, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
}

async function findIds(db: Db, { projectId, chainId, after }: Scope): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run WHERE project_id = ${projectId}::uuid
      ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
      ${chainId === null ? Prisma.empty : Prisma.sql`AND chain_id = ${chainId}::uuid`}
    ORDER BY id LIMIT ${PAGE}`
  return rows.map((row) => row.id)
}

type Rescored = { runId: string; score: SeriesScore }
type Comparison = Pick<RescorePage, 'rescored' | 'changed' | 'unmeasured' | 'before' | 'after' | 'moved'>

const LIMIT_MS = 3000
const MAX_TOO_SLOW = 2

/**
 * Scores the runs of a page by the series' definition and compares each with its original score of the same profile. If runs take too long,
 * the page ends before the first one that was not tried, `untried`.
 */
async function scorePage(
  ctx: ProjectContext,
  runs: readonly HistoricRun[],
  definition: SeriesDefinition,
): Promise<{ scores: Rescored[]; comparison: Comparison; untried: HistoricRun | null }> {
  const outcomes = await scoreRuns(ctx, runs, definition)
  const end = outcomes.indexOf('not tried')
  const scores: Rescored[] = []
  const comparison = emptyComparison()
  const moves = new Map<string, Comparison['moved'][number]>()
  for (const [place, historic] of runs.slice(0, end === -1 ? undefined : end).entries()) {
    const score = scoreOf(outcomes[place])
    if (score) scores.push({ runId: historic.runId, score })
    if (!score || score.value === null) {
      comparison.unmeasured++
      continue
    }
    comparison.rescored++
    add(comparison.after, score.value)
    const original = originalOf(historic, score.profile)
    if (original.value !== null) add(comparison.before, original.value)
    if (original.value === null || !isClose(original.value, score.value)) comparison.changed++
    const [from, to] = [levelOf(original), levelOf(score)]
    if (from === to) continue
    const key = `${from} ${to}`
    moves.set(key, { from, to, count: (moves.get(key)?.count ?? 0) + 1 })
  }
  const moved = [...moves.values()].sort((a, b) => b.count - a.count)
  return { scores, comparison: { ...comparison, moved }, untried: runs[end] ?? null }
}

function scoreRuns(ctx: ProjectContext, runs: readonly HistoricRun[], { profile, weights }: SeriesDefinition) {
  const questions = runs.map(({ run, measure, signals, ...historic }) => ({
    ...{ run, measure, signals, weights },
    profile: profile ?? historic.profile,
  }))
  return runsInEngine(ctx, 'score_under', toQuestions(questions), { limitMs: LIMIT_MS, maxTooSlow: MAX_TOO_SLOW })
}

/** Returns null if the run's contract or criteria cannot be evaluated or take too long: no score is made up. */
function scoreOf(outcome: RunOutcome<SeriesScore> | undefined): SeriesScore | null {
  return typeof outcome === 'object' && 'value' in outcome ? outcome.value : null
}

/** Returns the run's score in the original series of that profile. */
function originalOf({ summary }: HistoricRun, profile: SeriesScore['profile']) {
  const value = summary[profile]
  return { profile, value, grade: grade.nullable().parse(summary.grade), band: band.nullable().parse(summary.band) }
}

function emptyComparison(): Comparison {
  return { rescored: 0, changed: 0, unmeasured: 0, before: { n: 0, sum: 0 }, after: { n: 0, sum: 0 }, moved: [] }
}

function add(side: { n: number; sum: number }, value: number): void {
  side.n++
  side.sum += value
}

// A later engine version adds the next revision to a series.
const nextRevision = (projectId: string) => Prisma.sql`1 + coalesce((
  SELECT max(s.revision) FROM score s WHERE s.project_id = ${projectId}::uuid AND s.run_id = x.run_id AND s.series = x.series), 0)`

const FIELDS = fieldsOf('score').filter((field) => field !== 'revision')
const COLUMNS = columnList('score', FIELDS)

/** Adds scores to a series, skipping runs that this engine version has scored in it already, and those that were deleted meanwhile. */
async function storeScores(
  tx: Tx,
  projectId: string,
  series: string,
  scores: readonly Rescored[],
  now: Date,
): Promise<void> {
  if (scores.length === 0) return
  const ids = scores.map(({ runId }) => runId)
  const left = new Set(await lockSummaries(tx, projectId, ids))
  const stored = scores.filter(({ runId }) => left.has(runId))
  if (stored.length === 0) return
  const rows = stored.map(({ runId, score }) => toScoreRow({ projectId, runId, series, revision: 1 }, score, now))
  await tx.$executeRaw`
    INSERT INTO score (revision, ${COLUMNS}) SELECT ${nextRevision(projectId)}, ${COLUMNS} FROM ${jsonRecordset('score', FIELDS, rows)}
    WHERE NOT EXISTS (SELECT 1 FROM score s WHERE s.project_id = ${projectId}::uuid AND s.run_id = x.run_id AND s.series = x.series
      AND s.engine_version = x.engine_version)
    ON CONFLICT DO NOTHING`
}
