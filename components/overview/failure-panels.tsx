'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { FailureStrip } from '@/components/charts/failure-strip'
import { FailureClassesOverTime } from '@/components/charts/over-time'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { prepareFailureClasses } from '@/lib/presentation/charts/prepare-failure-classes'
import { prepareFailureStrip } from '@/lib/presentation/charts/prepare-failure-strip'
import { type NodeHit, prepareNodesHit } from '@/lib/presentation/charts/prepare-nodes-hit'
import { formatPlural } from '@/lib/presentation/format/number'
import { overviewQueries } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'

type PanelProps = { project: string }

function usePatterns(project: string) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries(project, input).failures)
  return { data, chain: shown.chain }
}

export function FailureClassesPanel({ project }: PanelProps) {
  const { data, chain } = usePatterns(project)
  if (data.classes.length === 0) {
    return (
      <Panel title="Failures by class">
        <StatePanel compact state="empty" title="Nothing failed in this range" />
      </Panel>
    )
  }
  return <FailureClassesOverTime model={prepareFailureClasses({ ...data, chain }, project)} />
}

/** The nodes that failures struck most; nothing where none did. */
export function NodesHitPanel({ project }: PanelProps) {
  const { data, chain } = usePatterns(project)
  if (data.nodes.length === 0) return null
  return (
    <Panel title="Nodes hit" note="Failures that began there, and lighter those inherited from a failed dependency.">
      <NodesHit hits={prepareNodesHit(data, project, chain)} />
    </Panel>
  )
}

/** The groups with the most failures. */
export function FailureGroupsPanel({ project }: PanelProps) {
  const { data, chain } = usePatterns(project)
  const { groups, buckets, bucket } = data
  if (groups.length === 0) {
    return (
      <Panel title="Failure patterns">
        <StatePanel compact state="empty" title="No pattern to see">
          Failures that look alike are put into one group here, by class, node and message.
        </StatePanel>
      </Panel>
    )
  }
  return (
    <Panel
      title="Failure patterns"
      note={`The ${formatPlural(groups.length, 'largest group', 'largest groups')}; lighter marks were inherited from a failed dependency.`}
    >
      <FailureStrip model={prepareFailureStrip(groups, buckets, project, { bucket, chain })} />
    </Panel>
  )
}

/** A bar for each node that failures struck: those that began there, and lighter those it inherited. */
function NodesHit({ hits }: { hits: readonly NodeHit[] }) {
  return (
    <ul>
      {hits.map((hit) => (
        <li key={hit.node}>
          <Link
            href={hit.href}
            title={hit.title}
            className="grid h-7 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] items-center gap-3 rounded-sm text-sm hover:bg-hover"
          >
            <span className="truncate">{hit.node}</span>
            <span aria-hidden className="flex h-2">
              <span style={{ width: `${hit.rootWidth * 100}%` }} className="bg-fail" />
              <span style={{ width: `${hit.cascadeWidth * 100}%` }} className="bg-fail/35" />
            </span>
            <span className="text-right text-ink-2">{hit.countText}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
