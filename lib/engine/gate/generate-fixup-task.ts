import type { OutputOf, ParsedOf } from '@/lib/contracts/contract'
import type { GenerateFixupTask as Contract } from '@/lib/contracts/quality/verification'
import { EngineInputError } from '../input-error'

const FIXUP_RETRIES_MAX = 2

type GenerateFixupTaskInput = ParsedOf<Contract>

type FixupTask = Omit<OutputOf<Contract>, 'overrides'>

/**
 * Generates the task that repairs one which failed its gate: description and feedback combined, the original's type (else `implement`), the
 * completed dependencies, in the next wave.
 * @throws {EngineInputError} when the gate passed, or when its judge failed and so found nothing.
 */
export function generateFixupTask(input: GenerateFixupTaskInput): FixupTask {
  const { task, gateResult, completedDependencies = [], wave = 0 } = input
  refuseWithoutFinding(gateResult)
  const foundation = gateResult.foundation ?? isFoundation(task.dependents, input.config?.foundationMinDependents)
  const retryFirst = foundation && !input.extraRetryUsed
  const score = typeof gateResult.score === 'number' ? ` (score ${gateResult.score})` : ''
  const feedback = gateResult.feedback?.trim() || 'The gate gave no feedback.'
  return {
    id: `${task.id ?? 'task'}-fixup`,
    type: task.type?.trim() || 'implement',
    description: `${task.description?.trim() || 'Repair the failed task.'}\n\nFix what the quality gate found${score}:\n${feedback}`,
    dependencies: [...new Set(completedDependencies)],
    wave: wave + 1,
    maxRetries: FIXUP_RETRIES_MAX,
    fixupOf: task.id ?? null,
    foundation,
    retryFirst,
    reason: reasonFor(foundation, retryFirst),
  }
}

function refuseWithoutFinding({ passed, gateError }: GenerateFixupTaskInput['gateResult']): void {
  if (passed) throw new EngineInputError([{ path: 'gateResult.passed', message: 'is true: there is nothing to fix' }])
  if (gateError)
    throw new EngineInputError([
      {
        path: 'gateResult.gateError',
        message: 'is true: nothing was found, so there is nothing to fix; evaluate again',
      },
    ])
}

function reasonFor(foundation: boolean, retryFirst: boolean): string {
  if (retryFirst) return 'A foundation task gets one more retry first: its failure would cascade to its dependents.'
  return foundation ? 'The extra retry of this foundation task has been used.' : 'The task failed its quality gate.'
}

/** Number of dependents that makes a task a foundation task. */
export const FOUNDATION_DEPENDENTS = 3

/**
 * Whether so many tasks depend on this one that its failure would cascade: its threshold is one lower, with one extra retry before a fixup.
 */
export function isFoundation(dependents = 0, minDependents = FOUNDATION_DEPENDENTS): boolean {
  return dependents >= minDependents
}
