import { checkVerification as contract } from '@/lib/contracts/quality/check-verification'
import { checkVerification as check } from '@/lib/engine/gate/check-verification'
import { checkRun, overridesOf } from '../checks/check-run'
import { effectiveConfiguration } from '../configuration/effective-configuration'
import { operation } from '../operation'

/** Limits that are not given are the project's. A forced allow is put on the run's record as an override, which everything downstream sees. */
export const checkVerification = operation(contract, async (ctx, { runId, nodeId, ...input }) => {
  const { verification } = await effectiveConfiguration(ctx.db, ctx.project.id)
  const { maxAttempts = verification.max_attempts, compilationMaxAttempts = verification.compilation_max_attempts } =
    input.criteria
  const result = check({ ...input, criteria: { ...input.criteria, maxAttempts, compilationMaxAttempts } })
  await checkRun(
    ctx,
    { runId, nodeId },
    { kind: 'verification', isOk: result.satisfied, isOverride: result.forceAllow, input, result },
  )
  return { ...result, overrides: await overridesOf(ctx, { runId }) }
})
