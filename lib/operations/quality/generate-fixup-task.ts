import { generateFixupTask as contract } from '@/lib/contracts/quality/generate-fixup-task'
import { checkRun, overridesOf } from '../checks/check-run'
import { checkedConfiguration } from '../checks/checked-configuration'
import { inEngine } from '../engine-pool/in-engine'
import { operation } from '../operation'

/** What makes a foundation task is as the chain or the project has it where the caller does not say. */
export const generateFixupTask = operation(contract, async (ctx, { runId, nodeId, chain, ...input }) => {
  const { quality_gate } = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
  const foundationMinDependents = input.config?.foundationMinDependents ?? quality_gate.foundation_min_dependents
  const result = await inEngine(ctx, 'generate_fixup_task', { ...input, config: { foundationMinDependents } })
  const failed = runId === undefined ? nodeId : (nodeId ?? result.fixupOf ?? undefined)
  await checkRun(ctx, { runId, nodeId: failed }, { kind: 'fixup', isOk: null, input, result })
  return { ...result, overrides: await overridesOf(ctx, { runId }) }
})
