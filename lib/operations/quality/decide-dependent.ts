import { decideDependent as contract } from '@/lib/contracts/quality/decide-dependent'
import type { OverrideView } from '@/lib/contracts/quality/on-run'
import { checkRun, overridesOf } from '../checks/check-run'
import { checkedConfiguration } from '../checks/checked-configuration'
import { inEngine } from '../engine-pool/in-engine'
import { operation } from '../operation'

/** A threshold that is not given is that of the chain or the project, if one is set. Names the dependencies that count as completed and were let through unverified. */
export const decideDependent = operation(contract, async (ctx, { runId, nodeId, chain, ...input }) => {
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
