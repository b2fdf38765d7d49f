import type { OutputOf, ParsedOf } from '@/lib/contracts/contract'
import type { DecideDependent as Contract } from '@/lib/contracts/quality/verification'
import { EngineInputError } from '@/lib/engine/input-error'
import { atLeast } from '@/lib/engine/tolerance'
import type { FailureMode } from '../failures/failure-class'

/** Share of dependencies that must have completed, by the failure mode of the others. */
const DEPENDENT_THRESHOLDS: Readonly<Record<FailureMode, number>> = {
  timeout: 0.3,
  'rate-limit': 0.3,
  error: 0.5,
  quality: 0.7,
  hollow: 0.7,
  cascade: 0.8,
}

const tainting: readonly FailureMode[] = ['quality', 'hollow', 'cascade']

type DecideDependentInput = ParsedOf<Contract>

type DependentDecision = Omit<OutputOf<Contract>, 'overrides'>

/**
 * Decides whether a task runs although some of its dependencies failed. If any result is doubtful (quality, hollow, cascade), the largest
 * threshold of the doubtful modes applies, otherwise the largest of all.
 * @throws {EngineInputError} on an invalid threshold.
 */
export function decideDependent({ dependencies, threshold: configured }: DecideDependentInput): DependentDecision {
  if (configured !== undefined && !(configured >= 0 && configured <= 1))
    throw new EngineInputError([{ path: 'threshold', message: 'must be a number from 0 to 1' }])
  const failed = dependencies.filter(({ status }) => status === 'failed')
  const completed = dependencies.length - failed.length
  const ratio = dependencies.length === 0 ? 1 : completed / dependencies.length
  const modes = failed.map(({ failureMode = 'error' }) => failureMode)
  const doubtful = modes.filter((mode) => tainting.includes(mode))
  const deciding = doubtful.length > 0 ? doubtful : modes
  const threshold = configured ?? Math.max(0, ...deciding.map((mode) => DEPENDENT_THRESHOLDS[mode]))
  const run = atLeast(ratio, threshold)
  const share = `${completed} of ${dependencies.length} dependencies completed`
  const cause =
    configured === undefined ? `failures by ${[...new Set(deciding)].join(', ')}` : 'the configured threshold'
  const reason =
    failed.length === 0
      ? 'No dependency failed.'
      : `${share}; ${cause} ${configured === undefined ? 'need' : 'is'} ${threshold}, so it ${run ? 'runs' : 'does not run'}.`
  return { run, ratio, threshold, reason }
}
