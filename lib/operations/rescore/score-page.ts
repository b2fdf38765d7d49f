import { band, grade } from '@/lib/contracts/primitives'
import type { RescorePage } from '@/lib/contracts/rescore'
import { levelOf } from '@/lib/engine/scoring/score-under'
import type { SeriesScore } from '@/lib/engine/scoring/scored-run'
import { isClose } from '@/lib/engine/tolerance'
import type { ProjectContext } from '../context'
import { type RunOutcome, runsInEngine } from '../engine-pool/runs-in-engine'
import { toQuestions } from '../runs/to-questions'
import type { HistoricRun } from './read-page'
import type { SeriesDefinition } from './series-definition'

export type Rescored = { runId: string; score: SeriesScore }
export type Comparison = Pick<RescorePage, 'rescored' | 'changed' | 'unmeasured' | 'before' | 'after' | 'moved'>

const LIMIT_MS = 3000
const MAX_TOO_SLOW = 2

/**
 * Scores the runs of a page by the series' definition and holds each against its original score of the same profile. Where runs
 * take too long the page ends before the first that was not tried, `untried`.
 */
export async function scorePage(
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

/** Null where the run's contract or criteria cannot be honoured, or take too long to check: no score is invented for it. */
function scoreOf(outcome: RunOutcome<SeriesScore> | undefined): SeriesScore | null {
  return typeof outcome === 'object' && 'value' in outcome ? outcome.value : null
}

/** The run's score in the original series of that profile. */
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
