import type { PerformanceBudget } from '@/lib/contracts/quality-criteria'
import { InputCheck } from '../input-error'
import { atLeast } from '../tolerance'

/** Measured resource use of a run. */
interface MeasuredCost {
  execution_time_ms?: unknown
  tokens_used?: unknown
}

interface PerformanceResult {
  /** 0 to 1 */
  performance_score: number
  inputs: Record<string, number>
}

const isMeasured = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/**
 * Splits a budget into the part for which the run has measurements and the names of the rest, for callers that score runs whose time or
 * tokens were never measured.
 */
export function measurableBudget(
  budget: PerformanceBudget,
  cost: MeasuredCost,
): { budget: PerformanceBudget; unmeasured: (keyof PerformanceBudget)[] } {
  const time = budget.time_ms !== undefined && isMeasured(cost.execution_time_ms)
  const tokens = budget.tokens !== undefined && typeof cost.tokens_used === 'number' && cost.tokens_used >= 0
  return {
    budget: { ...(time && { time_ms: budget.time_ms }), ...(tokens && { tokens: budget.tokens }) },
    unmeasured: [
      ...(budget.time_ms !== undefined && !time ? (['time_ms'] as const) : []),
      ...(budget.tokens !== undefined && !tokens ? (['tokens'] as const) : []),
    ],
  }
}

function share(budget: number | undefined, actual: unknown): number {
  return budget === undefined || typeof actual !== 'number' || actual <= budget ? 1 : budget / actual
}

/**
 * Scores time, min(1, budget / actual), times tokens, min(1, budget / used); 1 without a budget.
 * @throws {EngineInputError} if a budgeted measurement is missing, not finite, negative or, for the time, zero: no score is made up for it.
 */
export function scorePerformance(cost: MeasuredCost, budget: PerformanceBudget = {}): PerformanceResult {
  const check = new InputCheck()
  for (const name of ['time_ms', 'tokens'] as const) {
    const limit = budget[name]
    check.require(limit === undefined || isMeasured(limit), `performance_budget.${name}`, 'must be a positive number')
  }
  if (budget.time_ms !== undefined) {
    const message = 'must be a positive number of milliseconds when a time budget is given'
    check.require(isMeasured(cost.execution_time_ms), 'execution_result.execution_time_ms', message)
  }
  if (budget.tokens !== undefined) check.requireNumber(cost.tokens_used, 'execution_result.tokens_used', 0)
  check.throwIfAny()

  const time = share(budget.time_ms, cost.execution_time_ms)
  const tokens = share(budget.tokens, cost.tokens_used)
  return {
    performance_score: time * tokens,
    inputs: { time_score: time, token_score: tokens },
  }
}

/** The five grades, best first, each with its minimum score. */
export const GRADES = [
  { grade: 'excellent', scoreMin: 0.95 },
  { grade: 'good', scoreMin: 0.85 },
  { grade: 'acceptable', scoreMin: 0.75 },
  { grade: 'poor', scoreMin: 0.6 },
  { grade: 'failed', scoreMin: 0 },
] as const

export type Grade = (typeof GRADES)[number]['grade']

/** Returns the lowest score of a grade, from 0 to 1. */
export function gradeFrom(wanted: Grade): number {
  return GRADES.find(({ grade }) => grade === wanted)?.scoreMin ?? 0
}

/** Returns the grade of a score from 0 to 1; a tie at a boundary gets the higher grade. */
export function gradeOf(score: number): Grade {
  return GRADES.find(({ scoreMin }) => atLeast(score, scoreMin))?.grade ?? 'failed'
}
