import { evaluateQualityGate as contract } from '@/lib/contracts/quality/evaluate-quality-gate'
import { checkRun, type NamedRun, overridesOf } from '../checks/check-run'
import { checkedConfiguration } from '../checks/checked-configuration'
import { toCheckedRun } from '../checks/checked-run'
import type { ProjectContext } from '../context'
import { addDeadLetter } from '../dead-letters/add-dead-letter'
import { invalidInput } from '../errors'
import { type JudgedGate, type JudgedTask, judgeTask } from '../judge/judge-task'
import { operation } from '../operation'

/** What a judge could not answer waits in the dead letters, so that a retry can succeed later. */
export const evaluateQualityGate = operation(contract, async (ctx, { runId, nodeId, chain, ...input }) => {
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
        runKey: runId && (await toCheckedRun(ctx.db, ctx.project.id, runId)).runKey,
      })
    : null
  await recordGate(ctx, named, input, gate)
  return { ...gate, deadLetterId, overrides: await overridesOf(ctx, named) }
})

/** Puts a gate on the record of the run it names. The output is the run's own and is not kept twice. */
export function recordGate(ctx: ProjectContext, named: NamedRun, input: JudgedTask, gate: JudgedGate): Promise<void> {
  const { output: _, artifacts = [], ...result } = input.result
  const seen = artifacts.map(({ preview: _, ...artifact }) => artifact)
  const isOk = gate.passed ? true : gate.gateError ? null : false
  const kept = { task: input.task, result: { ...result, artifacts: seen }, config: input.config, worker: input.worker }
  return checkRun(ctx, named, { kind: 'quality_gate', isOk, input: kept, result: gate })
}
