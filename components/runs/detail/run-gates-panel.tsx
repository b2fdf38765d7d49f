import Link from 'next/link'
import { gateHref } from '@/components/gates/gate-href'
import { StatusMark } from '@/components/pieces/status-mark'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { gateStateLabels } from '@/lib/format/labels'

const marks = { pending: 'review', approved: 'pass', rejected: 'fail', timed_out: 'unknown' } as const

/** Gates that ask about this run or its version. */
export function RunGatesPanel({ project, gates }: { project: string; gates: RunDetail['gates'] }) {
  if (gates.length === 0) return null
  return (
    <Panel title="Gates">
      <ul className="divide-y">
        {gates.map((gate) => (
          <li key={gate.id} className="flex items-center gap-3 py-1.5 text-sm">
            <Link href={gateHref(project, gate.id)} className="link min-w-0 flex-1 truncate">
              {gate.title}
            </Link>
            <StatusMark status={marks[gate.state]} word={gateStateLabels[gate.state]} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
