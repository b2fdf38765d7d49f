import Link from 'next/link'
import { gateHref } from '@/components/gates/gate-href'
import { Badge } from '@/components/ui/badge'
import { AbsoluteTime } from '@/components/ui/time'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { gateStateLabels } from '@/lib/format/labels'
import { formatPlural } from '@/lib/format/number'
import { CountLink } from './count-link'
import { weekLogHref } from './week-log-href'

const SHOWN = 8
const TONES = { approved: 'pass', rejected: 'fail', timed_out: 'unknown', pending: 'review' } as const

type WeekGatesProps = { project: string; report: WeeklyReport }

/** What was decided, and what waited past its deadline as the week ended. */
export function WeekGates({ project, report }: WeekGatesProps) {
  const { opened, counts, pending, overdue, decided } = report.gates
  const did = (count: number, what: string) => (
    <CountLink href={weekLogHref(project, report, { action: [`gate.${what}`] })}>
      {count} {what.replace('_', ' ')}
    </CountLink>
  )
  const listed = [...overdue, ...decided]
  return (
    <>
      <p className="text-sm">
        {did(opened, 'opened')}, {did(counts.approved, 'approved')}, {did(counts.rejected, 'rejected')},{' '}
        {did(counts.timed_out, 'timed_out')}.{' '}
        <Link href={`/p/${encodeURIComponent(project)}/gates?state=pending`} className="link">
          {formatPlural(pending, 'gate')} waiting
        </Link>
        {overdue.length > 0 && <span className="text-review-fg">, {overdue.length} past the deadline</span>}.
      </p>
      {listed.length > 0 && (
        <ul className="mt-2 divide-y border-y text-sm">
          {listed.slice(0, SHOWN).map((gate) => (
            <li key={gate.id} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
              <span>
                <Badge tone={TONES[gate.state]}>
                  {gate.state === 'pending' ? 'Overdue' : gateStateLabels[gate.state]}
                </Badge>
              </span>
              <Link href={gateHref(project, gate.id)} title={gate.title} className="truncate hover:underline">
                {gate.title}
              </Link>
              <span className="text-right text-ink-2 max-sm:hidden">
                {gate.decidedBy && `${gate.decidedBy}, `}
                <AbsoluteTime iso={gate.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {listed.length > SHOWN && <p className="mt-2 text-ink-2 text-sm">And {listed.length - SHOWN} more.</p>}
    </>
  )
}
