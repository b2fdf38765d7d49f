import { EngineInputError } from '@/lib/engine/input-error'

/** Retries of a fixup task. */
export const FIXUP_RETRIES_MAX = 2

export interface GenerateFixupTaskInput {
  task: { id?: string | undefined; type?: string | undefined; description?: string | undefined }
  gateResult: { score?: number | null | undefined; feedback?: string | undefined; passed: boolean }
  /** Dependencies of the failed task that completed. */
  completedDependencies?: readonly string[] | undefined
  /** Wave of the failed task; 0 when absent. */
  wave?: number | undefined
}

export interface FixupTask {
  id: string
  type: string
  description: string
  dependencies: string[]
  wave: number
  maxRetries: number
  fixupOf: string | null
}

/**
 * Makes the task that repairs one which failed its gate: description and feedback together, of the original's type (else
 * `implement`), behind the completed dependencies, in the next wave. Throws {@link EngineInputError} when the gate passed.
 */
export function generateFixupTask(input: GenerateFixupTaskInput): FixupTask {
  const { task, gateResult, completedDependencies = [], wave = 0 } = input
  if (gateResult.passed)
    throw new EngineInputError([{ path: 'gateResult.passed', message: 'is true: there is nothing to fix' }])
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
  }
}
