import { EngineInputError } from '../input-error'

/** Retries of a fixup task. */
const FIXUP_RETRIES_MAX = 2

interface GenerateFixupTaskInput {
  task: {
    id?: string | undefined
    type?: string | undefined
    description?: string | undefined
    /** Number of tasks that wait for this one. */
    dependents?: number | undefined
  }
  gateResult: {
    score?: number | null | undefined
    feedback?: string | undefined
    passed: boolean
    /** The judge gave no usable answer. */
    gateError?: boolean | undefined
    /** As the gate said it; wins over the number of dependents. */
    foundation?: boolean | undefined
  }
  /** Dependencies of the failed task that completed. */
  completedDependencies?: readonly string[] | undefined
  /** Wave of the failed task; 0 when absent. */
  wave?: number | undefined
  /** The extra retry of a foundation task has been used. */
  extraRetryUsed?: boolean | undefined
  config?: { foundationMinDependents?: number | undefined } | undefined
}

interface FixupTask {
  id: string
  type: string
  description: string
  dependencies: string[]
  wave: number
  maxRetries: number
  fixupOf: string | null
  foundation: boolean
  /** A foundation task is retried itself once more before its fixup is used. */
  retryFirst: boolean
  /** Why the fixup is due, or not yet. */
  reason: string
}

/**
 * Makes the task that repairs one which failed its gate: description and feedback together, of the original's type (else
 * `implement`), behind the completed dependencies, in the next wave. Throws {@link EngineInputError} when the gate passed,
 * or when its judge failed and nothing was found.
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

/** Dependents from which a task is a foundation. */
export const FOUNDATION_DEPENDENTS = 3

/** True when so many wait for a task that its failure would cascade: threshold one lower, one extra retry before a fixup. */
export function isFoundation(dependents = 0, minDependents = FOUNDATION_DEPENDENTS): boolean {
  return dependents >= minDependents
}
