import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationPreview } from '@/lib/contracts/configuration-requests'
import type { Db } from '@/lib/db/client'
import { loadChainRows, loadVersionRows } from '../../chains/load-chain-rows'
import { toChainView } from '../../chains/to-chain-view'
import { DEFAULT_CONFIGURATION } from '../default-configuration'
import type { ConfigurationScope } from '../find-scope'

/** Versions of the chain whose verdict would be another one under the proposed threshold or sample, from the rollups. */
export async function previewVerdicts(
  db: Db,
  projectId: string,
  { chain: name }: ConfigurationScope,
  proposed: Configuration,
): Promise<ConfigurationPreview['verdicts']> {
  if (name === null) return []
  const [chain] = await loadChainRows(db, projectId, name)
  const { regression_threshold, min_live_runs } = { ...DEFAULT_CONFIGURATION, ...proposed }
  if (!chain || (chain.regressionThreshold === regression_threshold && chain.minLiveRuns === min_live_runs)) return []
  const rows = await loadVersionRows(db, projectId, [chain.id])
  const now = toChainView(chain, rows).versions
  const proposal = { ...chain, regressionThreshold: regression_threshold, minLiveRuns: min_live_runs }
  return toChainView(proposal, rows).versions.flatMap((after, index) => {
    const before = now[index]
    if (!before || before.verdict === after.verdict) return []
    const { version, comparedWith, delta } = after
    return [{ chain: name, version, comparedWith, delta, from: before.verdict, to: after.verdict }]
  })
}
