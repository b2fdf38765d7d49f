import { Badge } from '@/components/ui/badge'
import type { WeeklyAction } from '@/lib/contracts/weekly/actions'
import type { WeeklyOutcome } from '@/lib/contracts/weekly/report'
import { metricLabel, metricValue, movedLabels, weekLabel } from '@/lib/format/week-words'
import { ActionStatusSelect } from './action-status-select'

const TONES = { better: 'pass', worse: 'fail', within_noise: 'unknown', unknown: 'unknown' } as const

type EarlierActionsProps = { project: string; outcomes: readonly WeeklyOutcome[]; carried: readonly WeeklyAction[] }

/** What was decided before, whether its number moved in this week, and how it stands today. */
export function EarlierActions({ project, outcomes, carried }: EarlierActionsProps) {
  return (
    <ul className="divide-y border-b text-sm">
      {outcomes.map((outcome) => {
        const today = carried.find(({ id }) => id === outcome.id)
        return (
          <li key={outcome.id} className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
            <div className="min-w-0">
              <p className="break-words">{outcome.text}</p>
              <p className="text-ink-2">
                {weekLabel(outcome.week)}, {outcome.owner ?? 'nobody'}
                {outcome.dueOn && `, due ${outcome.dueOn}`}
                {outcome.isOverdue && <span className="text-review-fg"> (overdue)</span>}
              </p>
              {outcome.metric && outcome.moved && (
                <p className="mt-1 flex flex-wrap items-center gap-x-2">
                  <Badge tone={TONES[outcome.moved]}>{movedLabels[outcome.moved]}</Badge>
                  <span className="text-ink-2">
                    {metricLabel(outcome.metric)}: {metricValue(outcome.metric, outcome.metric.value)}, then{' '}
                    {metricValue(outcome.metric, outcome.now)}
                  </span>
                </p>
              )}
            </div>
            {today && <ActionStatusSelect project={project} action={today} />}
          </li>
        )
      })}
    </ul>
  )
}
