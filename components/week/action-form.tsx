'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { WeeklyAction } from '@/lib/contracts/weekly/actions'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { metricLabel, metricValue } from '@/lib/format/week-words'
import { memberQueries } from '@/lib/queries/members'
import { toProblem } from '@/lib/queries/problem'
import { addActionMutation, updateActionMutation } from '@/lib/queries/weekly'
import { metricOptions } from './metric-options'

const NOBODY = 'nobody'

type ActionFormProps = {
  formId: string
  project: string
  page: WeeklyPage
  /** Null for a new one. */
  action: WeeklyAction | null
  onDone: () => void
}

/** Words, owner, due date, and for a new action the number that it is meant to move. */
export function ActionForm({ formId, project, page, action, onDone }: ActionFormProps) {
  const { data } = useQuery(memberQueries.list(project))
  const [ownerId, setOwnerId] = useState(action?.ownerId ?? NOBODY)
  const metrics = metricOptions(page.report)
  const [metric, setMetric] = useState('none')
  const add = useMutation(addActionMutation(project))
  const update = useMutation(updateActionMutation(project))
  const error = add.error ?? update.error
  const problem = error ? toProblem(error) : null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = {
      week: page.week,
      text: String(form.get('text')),
      ownerId: ownerId === NOBODY ? null : ownerId,
      dueOn: String(form.get('dueOn')) || null,
    }
    const target = metrics.find(({ value }) => value === metric)?.target ?? null
    if (action) update.mutate({ ...said, actionId: action.id }, { onSuccess: onDone })
    else add.mutate({ ...said, metric: target }, { onSuccess: onDone })
  }
  const members = [
    { value: NOBODY, label: 'Nobody yet' },
    ...(action?.ownerId && action.hasOwnerLeft ? [{ value: action.ownerId, label: `${action.owner} (has left)` }] : []),
    ...(data?.members ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
  ]
  return (
    <form id={formId} onSubmit={submit} className="grid gap-4">
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="fail">{problem.message}</Notice>}
      <Field label="What will be done" error={problem?.fields.text}>
        {(control) => <Textarea {...control} name="text" required maxLength={2000} defaultValue={action?.text} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Owner" error={problem?.fields.ownerId}>
          {({ id }) => <Select id={id} value={ownerId} onChange={setOwnerId} options={members} />}
        </Field>
        <Field label="Due" required={false} error={problem?.fields.dueOn}>
          {(control) => <Input {...control} name="dueOn" type="date" defaultValue={action?.dueOn ?? ''} />}
        </Field>
      </div>
      {action ? (
        action.metric && (
          <p className="text-ink-2 text-sm">
            {metricLabel(action.metric)} was {metricValue(action.metric, action.metric.value)} when it was written down.
          </p>
        )
      ) : (
        <Field label="The number it is meant to move" error={problem?.fields['metric.chain']}>
          {({ id }) => <Select id={id} value={metric} onChange={setMetric} options={metrics} />}
        </Field>
      )}
    </form>
  )
}
