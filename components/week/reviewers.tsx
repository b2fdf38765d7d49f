import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { ShowAll } from '@/components/ui/show-all'
import { DataTable } from '@/components/ui/table'
import { AbsoluteTime } from '@/components/ui/time'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { counted } from '@/lib/presentation/charts/prepare-week-movers'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCount, formatPlural, MISSING } from '@/lib/presentation/format/number'
import { gateStateLabels } from '@/lib/presentation/labels/verdicts'
import { gatesBeyond, reviewersText } from '@/lib/presentation/labels/week'
import { gateHref, projectHref, runsHref } from '@/lib/presentation/links'
import { overdueGates } from '@/lib/presentation/text/week-sentences'
import { CountLink, weekLogHref } from './row-parts'

const PEOPLE_SHOWN = 20

type ReviewersProps = { project: string; report: WeeklyReport }

/** Reviews by person, and agreement of people with the computed decisions and with each other. */
export function Reviewers({ project, report }: ReviewersProps) {
  const { reviewers, totals, to } = report
  const { people } = reviewers
  if (totals.reviewed.of === 0 && people.length === 0)
    return <p className="text-ink-2 text-sm">No run arrived to be reviewed.</p>
  return (
    <>
      <p className="text-sm">
        <Link href={runsHref(project, { reviewed: 'true', ...counted(report) })} className="link">
          {totals.reviewed.n === 0 ? 'None' : formatCount(totals.reviewed.n)}
        </Link>{' '}
        of the week’s {formatPlural(totals.reviewed.of, 'run')} {totals.reviewed.n < 2 ? 'has' : 'have'} a verdict of a
        person. {reviewersText(reviewers, to)}
      </p>
      {people.length > 0 && (
        <ShowAll items={people} most={PEOPLE_SHOWN} noun="reviewer">
          {(shown) => (
            <DataTable
              label="Verdicts by person"
              className="mt-2"
              headClass="static!"
              rows={shown}
              keyOf={({ userId }) => userId}
              columns={[
                { head: 'Who', isRowName: true, cellClass: 'max-w-48 truncate', cell: ({ name }) => name },
                {
                  head: 'Reviews',
                  numeric: true,
                  cell: ({ name, reviews }) => (
                    <CountLink href={weekLogHref(project, report, { actor: name, action: ['run.review'] })}>
                      {reviews}
                    </CountLink>
                  ),
                },
                { head: 'Approved', numeric: true, className: 'max-sm:hidden', cell: ({ approved }) => approved },
                { head: 'Rejected', numeric: true, className: 'max-sm:hidden', cell: ({ rejected }) => rejected },
                { head: 'Rated', numeric: true, className: 'max-sm:hidden', cell: ({ rated }) => rated },
                {
                  head: 'Time each',
                  numeric: true,
                  className: 'max-sm:hidden',
                  cell: ({ secondsEach }) => (secondsEach === null ? MISSING : formatDuration(secondsEach * 1000)),
                },
                {
                  head: 'Gates decided',
                  numeric: true,
                  cell: ({ name, gates }) => (
                    <CountLink
                      href={weekLogHref(project, report, { actor: name, action: ['gate.approved', 'gate.rejected'] })}
                    >
                      {gates}
                    </CountLink>
                  ),
                },
              ]}
            />
          )}
        </ShowAll>
      )}
      {people.length > 0 && (
        <p className="mt-2 text-ink-3 text-xs">
          Counted are verdicts that stood at the end of the week. The log they open also lists those replaced or taken
          back.
        </p>
      )}
    </>
  )
}

const SHOWN = 8
const TONES = { approved: 'pass', rejected: 'fail', timed_out: 'unknown', pending: 'review' } as const

function outcomeOf({ state, undone }: WeeklyReport['gates']['decided'][number]): string {
  if (undone) return 'Taken back'
  return state === 'pending' ? 'Overdue' : gateStateLabels[state]
}

type WeekGatesProps = { project: string; report: WeeklyReport }

/** Gates decided during the week, and gates overdue at its end. */
export function WeekGates({ project, report }: WeekGatesProps) {
  const { opened, counts, pending, overdue, decided } = report.gates
  const late = overdueGates(report.gates)
  const countLink = (count: number, what: string, words = what.replace('_', ' ')) => (
    <CountLink href={weekLogHref(project, report, { action: [`gate.${what}`] })}>{`${count} ${words}`}</CountLink>
  )
  const listed = [...overdue, ...decided]
  const more = gatesBeyond(report.gates, SHOWN)
  return (
    <>
      <p className="text-sm">
        {countLink(opened, 'opened')}, {countLink(counts.approved, 'approved')},{' '}
        {countLink(counts.rejected, 'rejected')}, {countLink(counts.timed_out, 'timed_out')}
        {counts.undone > 0 && <>, {countLink(counts.undone, 'undone', 'decided and taken back')}</>}.{' '}
        <Link href={projectHref(project, '/gates?state=pending')} className="link">
          {formatPlural(pending, 'gate')} waiting
        </Link>
        {late > 0 && <span className="text-review-fg">, {formatCount(late)} past the deadline</span>}.
      </p>
      {listed.length > 0 && (
        <ul className="mt-2 divide-y border-y text-sm">
          {listed.slice(0, SHOWN).map((gate) => (
            <li
              key={gate.id}
              className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 max-sm:grid-cols-[auto_minmax(0,1fr)]"
            >
              <span>
                <Badge tone={gate.undone ? 'unknown' : TONES[gate.state]}>{outcomeOf(gate)}</Badge>
              </span>
              <Link
                href={gateHref(project, gate.id)}
                title={gate.title}
                className="truncate hover:underline max-sm:whitespace-normal max-sm:break-words print:whitespace-normal print:break-words"
              >
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
      {more > 0 && <p className="mt-2 text-ink-2 text-sm">And {formatCount(more)} more.</p>}
    </>
  )
}
