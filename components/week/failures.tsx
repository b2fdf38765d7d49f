import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { AbsoluteTime } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import type { FailureLife, WeeklyReport } from '@/lib/contracts/weekly/report'
import { type WeekSpan, weekSpans } from '@/lib/presentation/charts/prepare-week-movers'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { failureName, shownTemplate } from '@/lib/presentation/labels/failures'
import { changedKinds, failureLifeLabels } from '@/lib/presentation/labels/week'
import { failureHref, projectHref, runsHref } from '@/lib/presentation/links'
import { CountLink, weekLogHref } from './row-parts'

const SHOWN = 10
const TONES: Record<FailureLife, Tone> = {
  new: 'review',
  returned: 'fail',
  rising: 'review',
  steady: 'neutral',
  falling: 'pass',
  gone: 'pass',
}

type FailureTrendsProps = { project: string; report: WeeklyReport }

/** Failure groups that changed this week; steady ones are only counted. */
export function FailureTrends({ project, report }: FailureTrendsProps) {
  const { failures } = report
  const spans = weekSpans(report)
  const changed = failures.groups.filter(({ life }) => life !== 'steady')
  const { steady } = failures.counts
  if (changed.length === 0 && steady === 0) return <p className="text-ink-2">None this week or the week before.</p>
  const runsOf = ({ fingerprint }: { fingerprint: string }, span: WeekSpan) =>
    runsHref(project, { fingerprint, failureRole: 'root', ...span })
  const hidden = changedKinds(failures.counts) - Math.min(SHOWN, changed.length)
  return (
    <>
      <ul className="divide-y border-b text-sm print:grid print:grid-cols-2 print:gap-x-8">
        {changed.slice(0, SHOWN).map((group) => {
          const { fingerprint, life, template, roots, previousRoots } = group
          return (
            <li
              key={fingerprint}
              className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] print:grid-cols-[auto_minmax(0,1fr)_auto] print:py-1"
            >
              <span>
                <Badge tone={TONES[life]}>{failureLifeLabels[life]}</Badge>
              </span>
              <Link
                href={failureHref(project, fingerprint)}
                title={shownTemplate(template)}
                className="truncate hover:underline max-sm:whitespace-normal max-sm:break-words print:whitespace-normal print:break-words"
              >
                <span className="font-medium">{failureName(group)}</span>{' '}
                <span className="text-ink-2">{shownTemplate(template)}</span>
              </Link>
              <span className="text-right sm:whitespace-nowrap">
                {roots === 0 ? (
                  'not this week'
                ) : (
                  <>
                    began{' '}
                    <CountLink
                      href={runsOf(group, spans.week)}
                      label={`${formatPlural(roots, 'time')}: ${failureName(group)}`}
                    >
                      {formatPlural(roots, 'time')}
                    </CountLink>
                  </>
                )}
                ,{' '}
                <span className="text-ink-3">
                  was{' '}
                  <CountLink
                    href={runsOf(group, spans.before)}
                    label={`${formatCount(previousRoots)} the week before: ${failureName(group)}`}
                  >
                    {formatCount(previousRoots)}
                  </CountLink>
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {(hidden > 0 || steady > 0) && (
        <p className="mt-2 text-ink-2 text-sm">
          {hidden > 0 && `${formatPlural(hidden, 'more kind')} not shown here. `}
          {steady > 0 && `${formatPlural(steady, 'kind')} of failure went on as before.`}
        </p>
      )}
    </>
  )
}

type DeadLetterAgesProps = { project: string; report: WeeklyReport }

/** Open dead letters by age. */
export function DeadLetterAges({ project, report }: DeadLetterAgesProps) {
  const { added, closed, open, ages, oldestAt } = report.deadLetters
  const most = Math.max(1, ...ages.map(({ n }) => n))
  return (
    <>
      <p className="text-sm">
        <CountLink href={projectHref(project, '/dead-letters')}>{added} added</CountLink> and{' '}
        <CountLink href={weekLogHref(project, report, { action: ['dead_letter.resolved', 'dead_letter.abandoned'] })}>
          {closed} closed
        </CountLink>{' '}
        within the week.{' '}
        <Link href={projectHref(project, '/dead-letters?status=pending')} className="link">
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
            <li key={label} className="grid grid-cols-[minmax(0,7rem)_minmax(1rem,1fr)_3rem] items-center gap-3">
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
