import { checkVerification as contract } from '@/lib/contracts/quality/check-verification'
import { checkRun, overridesOf } from '../checks/check-run'
import { checkedConfiguration } from '../checks/checked-configuration'
import { inEngine } from '../engine-pool/in-engine'
import { operation } from '../operation'

/** Limits that are not given are those of the chain, else of the project. A forced allow is put on the run's record as an override, which everything downstream sees. */
export const checkVerification = operation(contract, async (ctx, { runId, nodeId, chain, ...input }) => {
  const { verification } = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
  const { maxAttempts = verification.max_attempts, compilationMaxAttempts = verification.compilation_max_attempts } =
    input.criteria
  const result = await inEngine(ctx, 'check_verification', {
    ...input,
    criteria: { ...input.criteria, maxAttempts, compilationMaxAttempts },
  })
  await checkRun(
    ctx,
    { runId, nodeId },
    { kind: 'verification', isOk: result.satisfied, isOverride: result.forceAllow, input, result },
  )
  return { ...result, overrides: await overridesOf(ctx, { runId }) }
})
