import { type Hit, HitBars } from '@/components/charts/hit-bars'
import { Panel } from '@/components/ui/panel'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import type { Range } from '@/lib/contracts/primitives'
import { runsHref } from '@/lib/presentation/links'

const SHOWN = 8

type FailurePlacesProps = { project: string; data: FailureGroupDetail; range: Range }

/** Versions and nodes in which the failure occurred. */
export function FailurePlaces({ project, data, range }: FailurePlacesProps) {
  const { group, nodes, versions } = data
  const fingerprint = group.fingerprint
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
      <Panel title="Versions" note={more(versions.length)}>
        <Hits
          hits={versions.map((one) => ({
            ...one,
            name: `${one.chain} ${one.version}`,
            href: runsHref(project, { fingerprint, chain: one.chain, version: one.version, range }),
          }))}
        />
      </Panel>
      <Panel title="Nodes" note={more(nodes.length)}>
        <Hits
          hits={nodes.map((one) => ({
            ...one,
            name: one.node,
            href: runsHref(project, { fingerprint, node: one.node, range }),
          }))}
        />
      </Panel>
    </div>
  )
}

const more = (count: number) => (count > SHOWN ? `The ${SHOWN} with the most of ${count}.` : undefined)

function Hits({ hits }: { hits: readonly Hit[] }) {
  return hits.length === 0 ? (
    <p className="text-ink-2 text-sm">None in this period.</p>
  ) : (
    <HitBars hits={hits.slice(0, SHOWN)} />
  )
}
