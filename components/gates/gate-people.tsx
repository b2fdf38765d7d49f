'use client'

import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import type { GateDetail } from '@/lib/contracts/gates'
import { formatApprovals, formatOwner } from '@/lib/format/approvals'
import { formatPlural } from '@/lib/format/number'
import { MoveGateDialog } from './move-gate-dialog'

type GatePeopleProps = { project: string; detail: GateDetail }

const MOST_NAMED = 5

/** Who looks after the gate, who may decide it, and how many have approved. */
export function GatePeople({ project, detail }: GatePeopleProps) {
  const { gate, deciders, mayMove } = detail
  const stale = detail.votes.filter((vote) => !vote.counts)
  return (
    <Panel
      title="People"
      actions={
        mayMove.allowed && (
          <>
            <MoveGateDialog project={project} detail={detail} kind="escalate" />
            <MoveGateDialog project={project} detail={detail} kind="assign" />
          </>
        )
      }
    >
      <DefinitionList
        items={[
          { term: 'Owner', value: formatOwner(gate) ?? 'Nobody yet' },
          { term: 'Approvals', value: formatApprovals(detail) },
          { term: deciders.listed ? 'Listed to decide' : 'May decide', value: namesOf(detail) },
        ]}
      />
      {gate.quorum > 1 && (
        <p className="mt-2 text-ink-2 text-sm">Each approval is by a different person. One rejection rejects.</p>
      )}
      {stale.length > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          {stale.map((vote) => vote.by.name).join(' and ')} approved earlier evidence, or may not decide any more: that
          does not count.
        </p>
      )}
      {deciders.people.length < gate.quorum && (
        <p className="mt-2 text-review-fg text-sm">
          It takes {formatPlural(gate.quorum, 'approval')}, and only {deciders.people.length} may decide: it will time
          out unless an admin changes who decides.
        </p>
      )}
    </Panel>
  )
}

function namesOf({ deciders: { people } }: GateDetail): string {
  if (people.length === 0) return 'Nobody'
  const named = people.slice(0, MOST_NAMED).map((person) => person.name)
  const more = people.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
