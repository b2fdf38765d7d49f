'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { gateHref } from '@/components/gates/gate-href'
import { gateKindLabels } from '@/components/gates/gate-kind'
import { Countdown } from '@/components/ui/countdown'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { formatPlural } from '@/lib/format/number'
import { overviewQueries } from '@/lib/queries/overview'
import { useShownSearch } from './use-overview-search'

/** Gates that wait for a person, the most urgent first. */
export function WaitingGates({ project }: { project: string }) {
  const { input } = useShownSearch()
  const { gates, counts } = useSuspenseQuery(overviewQueries.gates(project, input)).data
  if (gates.length === 0) {
    return (
      <Panel title="Open gates">
        <StatePanel compact state="empty" title="Nothing waits for a decision">
          A gate opens when a version turns out worse than the one before it, or when a run needs a person.
        </StatePanel>
      </Panel>
    )
  }
  return (
    <Panel
      title="Open gates"
      note={`${formatPlural(counts.pending, 'gate waits', 'gates wait')} for a person.`}
      actions={
        <Link href={`/p/${encodeURIComponent(project)}/gates`} className="link text-sm">
          All gates
        </Link>
      }
    >
      <ul className="divide-y border-t">
        {gates.map((gate) => (
          <li key={gate.id}>
            <Link
              href={gateHref(project, gate.id)}
              className="flex items-start justify-between gap-4 py-2 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium text-sm">{gate.title}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {gateKindLabels[gate.kind]} · {gate.chain} {gate.version}
                </span>
              </span>
              <Countdown compact deadlineAt={gate.deadlineAt} className="shrink-0 pt-0.5 text-sm" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
