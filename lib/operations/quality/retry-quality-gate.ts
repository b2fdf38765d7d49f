import { evaluateQualityGate as contract } from '@/lib/contracts/quality/evaluate-quality-gate'
import { checkedConfiguration } from '../checks/checked-configuration'
import type { ProjectContext } from '../context'
import { RetryFailure } from '../dead-letters/retry-failure'
import { invalidInput } from '../errors'
import { toInputIssues } from '../input-issues'
import { judgeTask } from '../judge/judge-task'
import { recordGate } from './evaluate-quality-gate'

/**
 * Evaluates a gate again that had no usable answer, and puts the verdict on its run.
 * @throws RetryFailure saying why there is still no verdict, and whether another retry may help.
 */
export async function retryQualityGate(ctx: ProjectContext, args: unknown): Promise<void> {
  const parsed = contract.input.safeParse(args)
  if (!parsed.success) throw invalidInput(toInputIssues(parsed.error))
  const { runId, nodeId, chain, ...input } = parsed.data
  const configuration = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
  const { gate, failure } = await judgeTask(ctx, input, configuration)
  if (failure) throw new RetryFailure(failure.error, failure.category)
  if (gate.gateError) throw new RetryFailure(gate.feedback, 'DEPENDENCY')
  await recordGate(ctx, { runId, nodeId }, input, gate)
}
