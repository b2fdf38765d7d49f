import type { z } from 'zod'
import { synthesizeFeedback } from '../contracts/quality/synthesize-feedback'
import { validateExecutionResult } from '../contracts/quality/validate-execution-result'
import { type Criteria, type Feedback, messageOf } from './attempt'
import type { Desk } from './desk'
import type { ExecutionResult } from './execution-result'

export type Validation = z.output<typeof validateExecutionResult.output>

/** What the desk says of an attempt, or why it could not say anything. */
export type Verdict = { validation: Validation; feedback: Feedback } | { error: string }

/** Validates an attempt and turns its issues into feedback. A check that fails is a verdict of its own, never a pass. */
export async function checkAttempt(
  desk: Desk,
  result: ExecutionResult,
  criteria: Criteria,
  graph: { [key: string]: unknown },
): Promise<Verdict> {
  try {
    const validation = await desk.send(validateExecutionResult, {
      execution_result: result,
      quality_criteria: criteria,
      intent_graph: graph,
    })
    const feedback = await desk.send(synthesizeFeedback, {
      overallScore: validation.quality_score,
      issues: validation.issues.map(({ field, message, severity, blocking }) => ({
        field,
        issue: message,
        severity: blocking ? 'critical' : severity,
      })),
      strengths: whatHolds(criteria, validation),
    })
    return { validation, feedback }
  } catch (error) {
    return { error: `the result could not be checked: ${messageOf(error)}` }
  }
}

/** The required fields that no issue names. */
function whatHolds({ required_fields = [] }: Criteria, { issues }: Validation): string[] {
  const faulty = new Set(issues.map(({ field }) => field))
  return required_fields.filter((field) => !faulty.has(field))
}
