import type { OutputOf } from '@/lib/contracts/contract'
import type { CalibrateConfidence as Contract } from '@/lib/contracts/judgement'
import { InputCheck } from '../input-error'
import { toSignalRow, type Weights } from './confidence-rungs'
import { confidenceBy, learnConfidence, type SignalVerdict } from './learn-confidence'

export interface CalibrationInput {
  verdicts: readonly SignalVerdict[]
  apply: readonly Pick<SignalVerdict, 'signals'>[]
  /** Level of the intervals, strictly between 0 and 1; 0.95 by default. */
  level?: number | undefined
  /** Weights of the published confidence; the default ones if absent. */
  weights?: Weights | undefined
}

type CalibrationReport = OutputOf<Contract>

/**
 * Predicts the probability that a person approves each run in `apply`, by {@link learnConfidence} on the verdicts. The published confidence
 * is returned alongside, unchanged.
 * @throws {EngineInputError} on a signal outside 0 to 1, or an invalid weight, probability, time or level.
 */
export function calibrateConfidence({ verdicts, apply, level = 0.95, weights }: CalibrationInput): CalibrationReport {
  requireReadable({ verdicts, level })
  const rows = apply.map(({ signals }) => toSignalRow(signals, weights))
  const { model, moves, ...learned } = learnConfidence(verdicts, weights)
  const ask = model && confidenceBy(model, level)
  const results = rows.map((row) => {
    if (!row) return { confidence: null, calibrated: null, interval: null }
    const answer = ask?.(row)
    return {
      confidence: row.confidence,
      calibrated: answer?.chance ?? null,
      interval: answer?.interval ?? null,
    }
  })
  return { ...learned, weights: moves, results }
}

function requireReadable({ verdicts, level }: { verdicts: CalibrationInput['verdicts']; level: number }): void {
  const check = new InputCheck()
  check.require(level > 0 && level < 1, 'level', 'must be strictly between 0 and 1')
  for (const [index, { at, probability = 1 }] of verdicts.entries()) {
    const path = `verdicts[${index}]`
    check.require(probability > 0 && probability <= 1, `${path}.probability`, 'must be above 0 and at most 1')
    check.require(at === undefined || !Number.isNaN(Date.parse(at)), `${path}.at`, 'must be a moment in ISO 8601')
  }
  check.throwIfAny()
}
