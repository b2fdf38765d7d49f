import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Countdown } from '@/components/ui/countdown'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { ListedGate } from '@/lib/contracts/gates'
import { formatOwner } from '@/lib/format/approvals'
import { formatPlural } from '@/lib/format/number'
import { gateHref } from './gate-href'
import { gateKindLabels } from './gate-kind'

type PendingGatesProps = { project: string; gates: readonly ListedGate[] }

export function PendingGates({ project, gates }: PendingGatesProps) {
  return (
    <Panel title="Waiting for a decision" note="The most urgent first.">
      <ul className="divide-y border-y">
        {gates.map((gate) => (
          <PendingGate key={gate.id} project={project} gate={gate} />
        ))}
      </ul>
    </Panel>
  )
}

function PendingGate({ project, gate }: { project: string; gate: ListedGate }) {
  return (
    <li className="group relative flex flex-wrap items-start justify-between gap-x-8 gap-y-2 py-3 hover:bg-hover hover:shadow-[-8px_0_0_var(--hover),8px_0_0_var(--hover)]">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The whole row is the target. */}
          <Link
            href={gateHref(project, gate.id)}
            className="min-w-0 break-words font-medium text-base after:absolute after:inset-0"
          >
            {gate.title}
          </Link>
          {gate.runs > 1 && <span className="text-ink-2 text-sm">and {formatPlural(gate.runs - 1, 'more run')}</span>}
          <Badge tone={gate.kind === 'regression' ? 'fail' : gate.kind === 'escalation' ? 'review' : 'neutral'}>
            {gateKindLabels[gate.kind]}
          </Badge>
        </p>
        <p className="mt-0.5 line-clamp-2 max-w-3xl text-ink-2 text-sm">{gate.question}</p>
        <p className="mt-1 text-ink-3 text-xs">
          {gate.chain} {gate.version} · asked by {gate.openedBy}, <RelativeTime iso={gate.openedAt} />
        </p>
      </div>
      <div className="grid gap-0.5 pt-0.5 text-ink-2 text-sm sm:justify-items-end">
        <Countdown deadlineAt={gate.deadlineAt} />
        <p className="text-ink-3 text-xs">{lookedAfter(gate)}</p>
      </div>
    </li>
  )
}

/** Who has it, and how far it is to its quorum where one approval is not enough. */
function lookedAfter(gate: ListedGate): string {
  const { quorum, approvals } = gate
  const owner = formatOwner(gate) ?? 'No owner'
  return quorum > 1 ? `${owner} · ${approvals} of ${quorum} approvals` : owner
}
