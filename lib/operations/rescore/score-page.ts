import { band, grade } from '@/lib/contracts/primitives'
import type { RescorePage } from '@/lib/contracts/rescore'
import { EngineInputError } from '@/lib/engine/input-error'
import { levelOf, scoreUnder } from '@/lib/engine/scoring/score-under'
import type { SeriesScore } from '@/lib/engine/scoring/scored-run'
import { isClose } from '@/lib/engine/tolerance'
import type { HistoricRun } from './read-page'
import type { SeriesDefinition } from './series-definition'

export type Rescored = { runId: string; score: SeriesScore }
export type Comparison = Pick<RescorePage, 'rescored' | 'changed' | 'unmeasured' | 'before' | 'after' | 'moved'>

/** Scores the runs of a page by the series' definition and holds each against its original score of the same profile. */
export function scorePage(
  runs: readonly HistoricRun[],
  definition: SeriesDefinition,
): { scores: Rescored[]; comparison: Comparison } {
  const scores: Rescored[] = []
  const comparison = emptyComparison()
  const moves = new Map<string, Comparison['moved'][number]>()
  for (const historic of runs) {
    const score = tryToScore(historic, definition)
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
  return { scores, comparison: { ...comparison, moved: [...moves.values()].sort((a, b) => b.count - a.count) } }
}

/** Null where the run's contract or criteria cannot be honoured: no score is invented for it. */
function tryToScore(historic: HistoricRun, { profile, weights }: SeriesDefinition): SeriesScore | null {
  try {
    return scoreUnder({ ...historic, profile: profile ?? historic.profile, weights })
  } catch (error) {
    if (error instanceof EngineInputError) return null
    throw error
  }
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
