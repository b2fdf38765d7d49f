import type { OverrideView } from '@/lib/contracts/quality/shapes'
import {
  checkVerification as checkVerificationContract,
  decideDependent as decideDependentContract,
  generateFixupTask as generateFixupTaskContract,
} from '@/lib/contracts/quality/verification'
import { checkedConfiguration, checkRun, overridesOf } from '../checks/record'
import { inEngine } from '../engine-pool/ask'
import { operation } from '../operation'

/**
 * Limits that are not given come from the chain, else from the project. A forced allow is recorded as an override of the run, which all
 * later checks see.
 */
export const checkVerification = operation(
  checkVerificationContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
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
  },
)

/** A missing threshold comes from the chain or project, if set. Names the completed dependencies that were let through unverified. */
export const decideDependent = operation(decideDependentContract, async (ctx, { runId, nodeId, chain, ...input }) => {
  const [overrides, { dependents }] = await Promise.all([
    overridesOf(ctx, { runId }),
    checkedConfiguration(ctx.db, ctx.project.id, { runId, chain }),
  ])
  const threshold = input.threshold ?? dependents.threshold ?? undefined
  const decision = await inEngine(ctx, 'decide_dependent', { ...input, threshold })
  const result = { ...decision, reason: decision.reason + unverifiedAmong(input.dependencies, overrides) }
  await checkRun(ctx, { runId, nodeId }, { kind: 'dependent', isOk: result.run, input, result })
  return { ...result, overrides }
})

function unverifiedAmong(dependencies: readonly { id: string; status: string }[], overrides: OverrideView[]): string {
  const nodes = new Set(overrides.map((override) => override.nodeId))
  const named = dependencies.filter(({ id, status }) => status === 'completed' && nodes.has(id)).map(({ id }) => id)
  return named.length > 0 ? ` Let through without verification: ${[...new Set(named)].join(', ')}.` : ''
}

/** A missing definition of foundation tasks comes from the chain or the project. */
export const generateFixupTask = operation(
  generateFixupTaskContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
    const { quality_gate } = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
    const foundationMinDependents = input.config?.foundationMinDependents ?? quality_gate.foundation_min_dependents
    const result = await inEngine(ctx, 'generate_fixup_task', { ...input, config: { foundationMinDependents } })
    const failed = runId === undefined ? nodeId : (nodeId ?? result.fixupOf ?? undefined)
    await checkRun(ctx, { runId, nodeId: failed }, { kind: 'fixup', isOk: null, input, result })
    return { ...result, overrides: await overridesOf(ctx, { runId }) }
  },
)
