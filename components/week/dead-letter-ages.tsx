import Link from 'next/link'
import { AbsoluteTime } from '@/components/ui/time'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatPlural } from '@/lib/format/number'
import { CountLink } from './count-link'
import { weekLogHref } from './week-log-href'

type DeadLetterAgesProps = { project: string; report: WeeklyReport }

/** How much waits, and for how long. */
export function DeadLetterAges({ project, report }: DeadLetterAgesProps) {
  const { added, closed, open, ages, oldestAt } = report.deadLetters
  const most = Math.max(1, ...ages.map(({ n }) => n))
  return (
    <>
      <p className="text-sm">
        <CountLink href={`/p/${encodeURIComponent(project)}/dead-letters`}>{added} added</CountLink> and{' '}
        <CountLink href={weekLogHref(project, report, { action: ['dead_letter.resolved', 'dead_letter.abandoned'] })}>
          {closed} closed
        </CountLink>{' '}
        within the week.{' '}
        <Link href={`/p/${encodeURIComponent(project)}/dead-letters?status=pending`} className="link">
          {formatPlural(open, 'dead letter')} waiting
        </Link>
        {oldestAt && (
          <>
            , the oldest since <AbsoluteTime iso={oldestAt} />
          </>
        )}
        .
      </p>
      {open > 0 && (
        <ul className="mt-2 grid max-w-md gap-1 text-sm">
          {ages.map(({ label, n }) => (
            <li key={label} className="grid grid-cols-[7rem_minmax(0,1fr)_3rem] items-center gap-3">
              <span className="text-ink-2">{label}</span>
              <span aria-hidden className="h-2">
                <span style={{ width: `${(n / most) * 100}%` }} className="block h-full bg-review" />
              </span>
              <span className="text-right">{n}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
