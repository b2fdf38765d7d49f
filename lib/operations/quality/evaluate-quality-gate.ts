import { parseInput } from '@/lib/contracts/input-issues'
import { evaluateQualityGate as evaluateQualityGateContract } from '@/lib/contracts/quality/evaluate-quality-gate'
import { checkedConfiguration, checkRun, type NamedRun, overridesOf, resolveRun } from '../checks/record'
import type { ProjectContext } from '../context'
import { addDeadLetter } from '../dead-letters/add'
import { RetryFailure } from '../dead-letters/retry-failure'
import { invalidInput } from '../errors'
import { type JudgedGate, type JudgedTask, judgeTask } from '../judge/judge-task'
import { operation } from '../operation'

/** Evaluates a quality gate. When the judge fails, the input is kept as a dead letter, so that a retry can succeed later. */
export const evaluateQualityGate = operation(
  evaluateQualityGateContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
    const named = { runId, nodeId, chain }
    if (runId === undefined && nodeId !== undefined)
      throw invalidInput([{ path: 'runId', message: 'name the run that this node is of' }])
    const configuration = await checkedConfiguration(ctx.db, ctx.project.id, named)
    const { gate, failure } = await judgeTask(ctx, input, configuration)
    const deadLetterId = failure
      ? await addDeadLetter(ctx, {
          operation: 'judge:evaluate_quality_gate',
          args: { ...input, ...named },
          error: failure.error,
          category: failure.category,
          runKey: runId && (await resolveRun(ctx.db, ctx.project.id, runId)).runKey,
        })
      : null
    await recordGate(ctx, named, input, gate)
    return { ...gate, deadLetterId, overrides: await overridesOf(ctx, named) }
  },
)

/** Adds the gate's result to the checks of its run. The output is stored with the run already and is left out. */
function recordGate(ctx: ProjectContext, named: NamedRun, input: JudgedTask, gate: JudgedGate): Promise<void> {
  const { output: _, artifacts = [], ...result } = input.result
  const seen = artifacts.map(({ preview: _, ...artifact }) => artifact)
  const isOk = gate.passed ? true : gate.gateError ? null : false
  const kept = { task: input.task, result: { ...result, artifacts: seen }, config: input.config, worker: input.worker }
  return checkRun(ctx, named, { kind: 'quality_gate', isOk, input: kept, result: gate })
}

/**
 * Evaluates a gate again that had no usable answer, and records the verdict with its run.
 * @throws RetryFailure with the reason, and a category that determines whether another retry may help
 */
export async function retryQualityGate(ctx: ProjectContext, args: unknown): Promise<void> {
  const parsed = parseInput(evaluateQualityGateContract.input, args)
  if (parsed.issues) throw invalidInput(parsed.issues)
  const { runId, nodeId, chain, ...input } = parsed.data
  const configuration = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
  const { gate, failure } = await judgeTask(ctx, input, configuration)
  if (failure) throw new RetryFailure(failure.error, failure.category)
  if (gate.gateError) throw new RetryFailure(gate.feedback, 'DEPENDENCY')
  await recordGate(ctx, { runId, nodeId }, input, gate)
}
