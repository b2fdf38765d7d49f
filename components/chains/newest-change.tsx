import { DropRows } from '@/components/charts/drop-rows'
import { SettleRuns } from '@/components/domain-ui/settle-runs'
import { Panel } from '@/components/ui/panel'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { formatDrift, prepareDropRows } from '@/lib/presentation/charts/prepare-drop-rows'
import { prepareSettling } from '@/lib/presentation/charts/prepare-trial-progress'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'

type NewestChangeProps = { project: string; chain: ChainView; newest: VersionView }

/** Change of the newest version against the previous, best and first one, and the runs that would settle the verdict. */
export function NewestChange({ project, chain, newest }: NewestChangeProps) {
  const prior = chain.versions.find((version) => version.version === newest.comparedWith)
  if (!prior) return null
  const model = prepareDropRows(
    {
      chain: chain.name,
      threshold: chain.regressionThreshold,
      delta: newest.delta,
      odds: newest.odds,
      comparedOn: newest.comparedOn,
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
          <DropRows model={model} drift={formatDrift(chain.drift, newest.comparedWith, newest.quality.mean)} />
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
