import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import { runsHref } from '@/lib/charts/runs-href'
import { weekSpans } from '@/lib/charts/week-spans'
import type { FailureLife, WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatPlural } from '@/lib/format/number'
import { failureLifeLabels } from '@/lib/format/week-words'
import { CountLink } from './count-link'

const SHOWN = 10
const TONES: Record<FailureLife, Tone> = {
  new: 'fail',
  returned: 'fail',
  rising: 'review',
  steady: 'neutral',
  falling: 'pass',
  gone: 'pass',
}

type FailureLivesProps = { project: string; report: WeeklyReport }

/** Kinds of failure by where they are in their life; those that go on as before are only counted. */
export function FailureLives({ project, report }: FailureLivesProps) {
  const { failures } = report
  const spans = weekSpans(report)
  const changed = failures.groups.filter(({ life }) => life !== 'steady')
  const { steady } = failures.counts
  if (changed.length === 0 && steady === 0) return <p className="text-ink-2">None in this week or the one before.</p>
  const hidden = changed.length - SHOWN
  return (
    <>
      <ul className="divide-y border-b text-sm">
        {changed.slice(0, SHOWN).map(({ fingerprint, life, node, template, roots, previousRoots }) => (
          <li key={fingerprint} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
            <span>
              <Badge tone={TONES[life]}>{failureLifeLabels[life]}</Badge>
            </span>
            <Link
              href={runsHref(project, { fingerprint, ...(life === 'gone' ? spans.before : spans.week) })}
              title={template}
              className="truncate hover:underline"
            >
              <span className="font-medium">{node}</span> <span className="text-ink-2">{template}</span>
            </Link>
            <span className="whitespace-nowrap text-right">
              <CountLink href={runsHref(project, { fingerprint, ...spans.week })}>{roots}</CountLink>{' '}
              <span className="text-ink-3">
                after <CountLink href={runsHref(project, { fingerprint, ...spans.before })}>{previousRoots}</CountLink>
              </span>
            </span>
          </li>
        ))}
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
