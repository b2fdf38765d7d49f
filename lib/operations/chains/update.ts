import { updateChain as contract } from '@/lib/contracts/chains'
import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import type { InputOf } from '@/lib/contracts/contract'
import { inTransaction } from '@/lib/db/transaction'
import { diffLeaves } from '@/lib/engine/json/diff'
import { audit } from '../audit'
import { loadScope, loadView } from '../configuration/read'
import { changeNotes, lockConfiguration, storeConfiguration } from '../configuration/store'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { loadChain } from './get'

/** Changes how a chain's future runs are judged, as a new version of its configuration. Stored runs are not recomputed. */
export const updateChain = operation(contract, (ctx, { chain: name, ...change }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockConfiguration(tx, projectId)
    const scope = await loadScope(tx, projectId, name)
    const before = await loadView(tx, projectId, scope)
    const config = withChange(before.own, change)
    if (diffLeaves(before.own, config).length === 0) return { chain: await loadChain(tx, projectId, name), notes: [] }
    await storeConfiguration(tx, ctx, scope, { before: { number: before.number, config: before.own }, config })
    const after = await loadView(tx, projectId, scope)
    await audit(tx, ctx, 'chain.update', `chain:${scope.scope}`, toSettings(before), toSettings(after))
    await announce(tx, { project: projectId, topic: 'chains' })
    return { chain: await loadChain(tx, projectId, name), notes: changeNotes(before, after) }
  }),
)

type Change = Omit<InputOf<typeof contract>, 'chain'>

function withChange(own: Configuration, change: Change): Configuration {
  const { profile, maxAttempts, regressionThreshold, minLiveRuns, gateHours, gateQuorum } = change
  return {
    ...own,
    ...(profile !== undefined && { profile }),
    ...(regressionThreshold !== undefined && { regression_threshold: regressionThreshold }),
    ...(minLiveRuns !== undefined && { min_live_runs: minLiveRuns }),
    ...(gateHours !== undefined && { gate_hours: gateHours }),
    ...(gateQuorum !== undefined && { gate_quorum: gateQuorum }),
    ...(maxAttempts !== undefined && {
      quality_assurance: { ...own.quality_assurance, max_rerun_attempts: maxAttempts - 1 },
    }),
  }
}

function toSettings({ effective, maxAttempts }: ConfigurationView) {
  const { profile, regression_threshold, min_live_runs, gate_hours, gate_quorum } = effective
  return {
    profile,
    maxAttempts,
    regressionThreshold: regression_threshold,
    minLiveRuns: min_live_runs,
    gateHours: gate_hours,
    gateQuorum: gate_quorum,
  }
}
