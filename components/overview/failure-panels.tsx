'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HitBars } from '@/components/charts/count-bars'
import { FailureStrip } from '@/components/charts/failure-strip'
import { OpenLarge } from '@/components/charts/open-large'
import { FailureClassesOverTime } from '@/components/charts/over-time'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { useTimeZone } from '@/components/ui/time'
import { prepareFailureClasses, prepareNodesHit } from '@/lib/presentation/charts/prepare-failure-classes'
import { prepareFailureStrip } from '@/lib/presentation/charts/prepare-failure-strip'
import { formatCount } from '@/lib/presentation/format/number'
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
  const timeZone = useTimeZone()
  const model = useMemo(
    () => prepareFailureClasses({ ...data, chain, timeZone }, project),
    [data, chain, project, timeZone],
  )
  if (data.classes.length === 0) {
    return (
      <Panel title="Failures by class">
        <StatePanel compact state="empty" title="No failures in this period" />
      </Panel>
    )
  }
  return <FailureClassesOverTime model={model} />
}

/** Nodes with the most failures; renders nothing if there are none. */
export function NodesHitPanel({ project }: PanelProps) {
  const { data, chain } = usePatterns(project)
  if (data.nodes.length === 0) return null
  return (
    <Panel
      title="Steps hit"
      note="Dark: failures that began there. Light: inherited from a failed dependency. A run may have several."
    >
      <HitBars hits={prepareNodesHit(data, project, chain)} />
    </Panel>
  )
}

/** Failure groups with the most failures. */
export function FailureGroupsPanel({ project }: PanelProps) {
  const { data, chain } = usePatterns(project)
  const { groups, buckets, bucket } = data
  const timeZone = useTimeZone()
  if (groups.length === 0) {
    return (
      <Panel title="Failure patterns">
        <StatePanel compact state="empty" title="No failure patterns">
          Similar failures are grouped here by class, step and message.
        </StatePanel>
      </Panel>
    )
  }
  const model = prepareFailureStrip(groups, buckets, project, { bucket, chain, timeZone })
  const strip = <FailureStrip model={model} />
  return (
    <Panel
      title="Failure patterns"
      actions={
        <OpenLarge title="Failure patterns" summary="When each group occurred." table={model.table} className="-mr-1.5">
          {strip}
        </OpenLarge>
      }
      note={`${groups.length === 1 ? 'One kind of failure' : `The ${formatCount(groups.length)} most frequent`}. Light: inherited from a failed dependency.`}
    >
      {strip}
    </Panel>
  )
}
