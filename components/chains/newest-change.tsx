import { DropRows } from '@/components/pieces/drop-rows'
import { Panel } from '@/components/ui/panel'
import { SettleRuns } from '@/components/versions/settle-runs'
import { prepareDropRows, tellDrift } from '@/lib/charts/prepare-drop-rows'
import { prepareSettling } from '@/lib/charts/prepare-settling'
import { prepareVersionRow } from '@/lib/charts/prepare-version-row'
import type { ChainView, VersionView } from '@/lib/contracts/chains'

type NewestChangeProps = { project: string; chain: ChainView; newest: VersionView }

/** How far the newest version moved, against the one before it, the best ever and the first, and what would settle it. */
export function NewestChange({ project, chain, newest }: NewestChangeProps) {
  const prior = chain.versions.find((version) => version.version === newest.comparedWith)
  if (!prior) return null
  const model = prepareDropRows(
    {
      chain: chain.name,
      threshold: chain.regressionThreshold,
      delta: newest.delta,
      odds: newest.odds,
      prior: { version: prior.version, ...prior.quality },
      current: { version: newest.version, ...newest.quality },
      paired: null,
      drift: chain.drift,
    },
    project,
  )
  const isTakenBack = newest.state === 'rolled_back' || newest.state === 'halted'
  return (
    <Panel title={`How far ${newest.version} moved`} note={prepareVersionRow(chain, newest, project).verdictTitle}>
      <div className="max-w-200">
        {model ? (
          <DropRows model={model} drift={tellDrift(chain.drift, newest.comparedWith)} />
        ) : (
          <p className="text-sm">It has no scored live run yet.</p>
        )}
        {!isTakenBack && (
          <SettleRuns
            project={project}
            chain={chain.name}
            version={newest.version}
            settling={prepareSettling({
              version: newest.version,
              prior: prior.version,
              minLiveRuns: chain.minLiveRuns,
              n: newest.quality.n,
              odds: newest.odds,
            })}
          />
        )}
      </div>
    </Panel>
  )
}
