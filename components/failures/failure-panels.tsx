'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { FailureClassesOverTime } from '@/components/charts/failure-classes-over-time'
import { useShownSearch } from '@/components/overview/use-overview-search'
import { FailureStrip } from '@/components/pieces/failure-strip'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { prepareFailureClasses } from '@/lib/charts/prepare-failure-classes'
import { prepareFailureStrip } from '@/lib/charts/prepare-failure-strip'
import { prepareNodesHit } from '@/lib/charts/prepare-nodes-hit'
import { formatPlural } from '@/lib/format/number'
import { failureQueries } from '@/lib/queries/failures'
import { NodesHit } from './nodes-hit'

type PanelProps = { project: string }

function usePatterns(project: string) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(failureQueries.patterns(project, input))
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
