'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/domain-ui/role'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { ShowAll } from '@/components/ui/show-all'
import { toast } from '@/components/ui/toast'
import { actionStatuses } from '@/lib/contracts/vocabulary'
import type { WeeklyOutcome } from '@/lib/contracts/weekly/report'
import type { ActionStatus, WeeklyAction, WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { formatWeek } from '@/lib/presentation/format/date'
import {
  actionStatusLabels,
  dueText,
  metricLabel,
  metricValue,
  movedLabels,
  ownerName,
} from '@/lib/presentation/labels/week'
import { mutationOf } from '@/lib/queries/query-of'
import { ActionDialog, type EditedAction, EMPTY_DRAFT } from './action-form'

const SHOWN = 50

type WeekActionsProps = { project: string; page: WeeklyPage }

/** Actions of a week with owner and due date; editable, unlike the frozen numbers. */
export function WeekActions({ project, page }: WeekActionsProps) {
  const [edited, setEdited] = useState<EditedAction>(null)
  const mayWrite = useMay(project, 'reviewer')
  return (
    <>
      {page.actions.length === 0 && (
        <p className="text-ink-2">No actions yet. What needs to be done, and who owns it?</p>
      )}
      <ShowAll items={page.actions} most={SHOWN} noun="action">
        {(shown) => (
          <ul className="divide-y text-sm">
            {shown.map((action) => (
              <li key={action.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="break-words">{action.text}</p>
                  <p className="text-ink-2">
                    {ownerName(action)}
                    {dueText(action.dueOn)}
                    {action.metric &&
                      `. ${metricLabel(action.metric)}, now ${metricValue(action.metric, action.metric.value)}`}
                  </p>
                </div>
                {mayWrite && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Change ${action.text}`}
                    onClick={() => setEdited(action)}
                  >
                    Change
                  </Button>
                )}
                <ActionStatusSelect project={project} action={action} />
              </li>
            ))}
          </ul>
        )}
      </ShowAll>
      {mayWrite && (
        <Button icon={<Plus aria-hidden />} className="mt-3" onClick={() => setEdited(EMPTY_DRAFT)}>
          Add an action
        </Button>
      )}
      <ActionDialog project={project} page={page} edited={edited} onClose={() => setEdited(null)} />
    </>
  )
}

const TONES = { better: 'pass', worse: 'fail', within_noise: 'unknown', unknown: 'unknown' } as const

type EarlierActionsProps = { project: string; outcomes: readonly WeeklyOutcome[]; carried: readonly WeeklyAction[] }

/** Actions of earlier weeks: whether their metric moved this week, and their current status. */
export function EarlierActions({ project, outcomes, carried }: EarlierActionsProps) {
  return (
    <ShowAll items={outcomes} most={SHOWN} noun="action">
      {(shown) => (
        <ul className="divide-y border-b text-sm print:grid print:grid-cols-2 print:gap-x-8">
          {shown.map((outcome) => {
            const today = carried.find(({ id }) => id === outcome.id)
            return (
              <li key={outcome.id} className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
                <div className="min-w-0">
                  <p className="break-words">{outcome.text}</p>
                  <p className="text-ink-2">
                    {formatWeek(outcome.week)}, {outcome.owner ?? 'unassigned'}
                    {dueText(outcome.dueOn)}
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
      )}
    </ShowAll>
  )
}

const options = actionStatuses.map((value) => ({ value, label: actionStatusLabels[value] }))

type ActionStatusSelectProps = { project: string; action: WeeklyAction }

/** Current status of an action; a select for users with write access. */
function ActionStatusSelect({ project, action }: ActionStatusSelectProps) {
  const update = useMutation(mutationOf('PATCH /api/v1/weekly/{week}/actions/{actionId}', { project }))
  const mayWrite = useMay(project, 'reviewer')
  const change = (status: ActionStatus) =>
    update.mutate({ week: action.week, actionId: action.id, status }, { onError: toast.problem })
  const word = <span className="text-ink-2">{actionStatusLabels[action.status]}</span>
  if (!mayWrite) return word
  return (
    <>
      <span className="hidden print:block">{word}</span>
      <Select
        label={`Status of ${action.text}`}
        value={update.isPending ? update.variables.status : action.status}
        onChange={change}
        options={options}
        className="w-28 print:hidden"
      />
    </>
  )
}
