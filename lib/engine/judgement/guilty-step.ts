import type { OutputOf } from '@/lib/contracts/contract'
import type { AttributeFailure as Contract } from '@/lib/contracts/run-judgement'
import { NOTHING_STANDS_OUT } from '@/lib/contracts/vocabulary'
import { sumOf } from '../stats/descriptive'
import { evidenceOf, type FailedRun, GUILT_WEIGHTS, KINDS, type RunContext, readFailedRun } from './guilt-evidence'
import { chancesOf } from './guilty-chances'

/** Suggestions only: a person confirms or corrects them. */
type GuiltyReport = OutputOf<Contract>

const SUGGESTIONS_MAX = 3

/**
 * Suggests the steps that most likely caused a failed run, at most three, most likely first. The evidence for and against each step of a
 * lead or worker is summed and turned into shares by a softmax; each is multiplied by the total share of its agent, so that an agent that
 * is suspect throughout ranks before a single bad step of another. The score is the chance that a step with such a share and rank is the
 * cause ({@link chancesOf}). Tool results are never suggested, only the step that called the tool.
 * `weights` are {@link GUILT_WEIGHTS}, or those learned from corrections.
 */
export function attributeGuilt(run: FailedRun, weights: readonly number[] = GUILT_WEIGHTS): GuiltyReport {
  const { read, suspects, context } = readFailedRun(run)
  const weighed = suspects.map((at, order) => weigh(context, at, order, weights))
  const highest = Math.max(...weighed.map(({ sum }) => sum))
  const raw = weighed.map(({ sum }) => Math.exp(sum - highest))
  const ofAgent = new Map<string | null, number>()
  for (const [place, at] of suspects.entries()) {
    const agent = read[at]?.agent ?? null
    ofAgent.set(agent, (ofAgent.get(agent) ?? 0) + (raw[place] ?? 0))
  }
  // The evidence for an agent's only step would count twice.
  const sharpness = Math.min(1, suspects.length / (2 * ofAgent.size))
  const joint = suspects.map(
    (at, place) => ((raw[place] ?? 0) * (ofAgent.get(read[at]?.agent ?? null) ?? 0)) ** sharpness,
  )
  const total = sumOf(joint)
  const ranked = suspects.map((step, place) => ({
    step,
    agent: read[step]?.agent ?? null,
    score: (joint[place] ?? 0) / total,
    reason: weighed[place]?.reason ?? '',
  }))
  const suggested = ranked.toSorted((a, b) => b.score - a.score).slice(0, SUGGESTIONS_MAX)
  const chances = chancesOf(
    suggested.map(({ score }) => score),
    ranked.length,
  )
  return { suggestions: suggested.map((one, rank) => ({ ...one, score: chances[rank] ?? 0 })), asserted: false }
}

/** Sums the evidence for a step (above 0) and against it, in the log-odds of being the cause. */
function weigh(
  context: RunContext,
  at: number,
  order: number,
  weights: readonly number[],
): { sum: number; reason: string } {
  const evidence = evidenceOf(context, at, order)
  const weighed = KINDS.map((kind, place) => ({
    words: evidence[kind].words,
    adds: evidence[kind].amount * (weights[place] ?? 0),
  }))
  const words = weighed
    .filter(({ adds, words }) => adds > 0 && words !== '')
    .toSorted((a, b) => b.adds - a.adds)
    .slice(0, 2)
    .map(({ words }) => words)
  return {
    sum: weighed.reduce((sum, { adds }) => sum + adds, 0),
    reason:
      words.length > 0
        ? words.join('; ')
        : evidence.numbers.amount > 0
          ? 'it states figures, on which later work may rest'
          : context.isOnly
            ? 'it is the only step'
            : NOTHING_STANDS_OUT,
  }
}
