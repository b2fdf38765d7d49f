'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { PersonPicker } from '@/components/domain-ui/pickers'
import { type UnsentText, useUnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { Field, InputField, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import type { WeeklyMetric, WeeklyReport } from '@/lib/contracts/weekly/report'
import type { WeeklyAction, WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { formatWeek } from '@/lib/presentation/format/date'
import { formatPercent, formatScore } from '@/lib/presentation/format/number'
import { metricLabel, metricValue } from '@/lib/presentation/labels/week'
import { type Problem, problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

/** What a new action begins with. */
type Draft = { text: string; metric: Target | null }
/** The action being edited, the draft of a new one, or null if the dialog is closed. */
export type EditedAction = WeeklyAction | { draft: Draft } | null

export const EMPTY_DRAFT: EditedAction = { draft: { text: '', metric: null } }

type ActionDialogProps = { project: string; page: WeeklyPage; edited: EditedAction; onClose: () => void }

export function ActionDialog({ edited, ...props }: ActionDialogProps) {
  return edited && <OpenActionDialog edited={edited} {...props} />
}

type OpenActionDialogProps = ActionDialogProps & { edited: NonNullable<EditedAction> }

function OpenActionDialog({ project, page, edited, onClose }: OpenActionDialogProps) {
  const formId = useId()
  const [action, draft] = 'draft' in edited ? [null, edited.draft] : [edited, null]
  const add = useMutation(mutationOf('POST /api/v1/weekly/{week}/actions', { project }))
  const update = useMutation(mutationOf('PATCH /api/v1/weekly/{week}/actions/{actionId}', { project }))
  const error = add.error ?? update.error
  const text = useUnsentText(
    `week action ${action?.id ?? `${project} ${page.week} ${draft?.text}`}`,
    action?.text ?? draft?.text,
  )
  const done = () => {
    text[1]('')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={action ? 'Change the action' : `An action for ${formatWeek(page.week).toLowerCase()}`}
      description="Next week’s page shows whether its metric moved."
      submit={{ children: action ? 'Save' : 'Add', form: formId, pending: add.isPending || update.isPending }}
    >
      <ActionForm
        formId={formId}
        project={project}
        page={page}
        action={action}
        metric={draft?.metric ?? null}
        text={text}
        problem={problemOf(error)}
        onSubmit={(fields, metric) =>
          action
            ? update.mutate({ ...fields, actionId: action.id }, { onSuccess: done })
            : add.mutate({ ...fields, metric }, { onSuccess: done })
        }
      />
    </Dialog>
  )
}

const NOBODY = 'nobody'

type ActionFields = { week: string; text: string; ownerId: string | null; dueOn: string | null }

type ActionFormProps = Pick<ActionDialogProps, 'project' | 'page'> & {
  formId: string
  /** Null = new action. */
  action: WeeklyAction | null
  /** What a new one begins with. */
  metric: Target | null
  text: UnsentText
  problem: Problem | null
  onSubmit: (fields: ActionFields, metric: Target | null) => void
}

/** Form for an action: text, owner, due date, and, for a new one, its target metric. */
function ActionForm({ formId, project, page, action, metric: drafted, text, problem, onSubmit }: ActionFormProps) {
  const [ownerId, setOwnerId] = useState(action?.ownerId ?? NOBODY)
  const metrics = metricOptions(page.report)
  const isOffered = metrics.some(({ value }) => value === metricKey(drafted))
  const [metric, setMetric] = useState(metricKey(isOffered ? drafted : null))
  const submit = (form: FormData) => {
    const fields = {
      week: page.week,
      text: text[0],
      ownerId: ownerId === NOBODY ? null : ownerId,
      dueOn: String(form.get('dueOn')) || null,
    }
    onSubmit(fields, metrics.find(({ value }) => value === metric)?.target ?? null)
  }
  const others = [
    { value: NOBODY, label: 'Unassigned' },
    ...(action?.ownerId && action.hasOwnerLeft ? [{ value: action.ownerId, label: `${action.owner} (has left)` }] : []),
  ]
  return (
    <Form id={formId} onSubmit={submit} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['text', 'ownerId', 'dueOn', 'metric.chain']} />
      <TextareaField
        label="What needs to be done"
        error={problem?.fields.text}
        required
        maxLength={2000}
        {...unsentField(text)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Owner" error={problem?.fields.ownerId}>
          {({ id }) => <PersonPicker id={id} project={project} others={others} value={ownerId} onChange={setOwnerId} />}
        </Field>
        <InputField
          label="Due"
          required={false}
          error={problem?.fields.dueOn}
          name="dueOn"
          type="date"
          defaultValue={action?.dueOn ?? ''}
        />
      </div>
      {action ? (
        action.metric && (
          <p className="text-ink-2 text-sm">
            {metricLabel(action.metric)} was {metricValue(action.metric, action.metric.value)} when it was written down.
          </p>
        )
      ) : (
        <Field label="Metric to move" error={problem?.fields['metric.chain']}>
          {({ id }) => <Select id={id} value={metric} onChange={setMetric} options={metrics} />}
        </Field>
      )}
    </Form>
  )
}

type Target = Pick<WeeklyMetric, 'kind' | 'chain'>
const metricKey = (target: Target | null) => (target ? `${target.kind} ${target.chain ?? ''}` : 'none')

type MetricOption = { value: string; label: string; hint?: string; target: Target | null }

/** Returns the metrics an action can target: of all chains, and of each chain. */
function metricOptions({ totals, chains }: WeeklyReport): MetricOption[] {
  const option = (target: Target, hint: string): MetricOption => ({
    value: metricKey(target),
    label: metricLabel(target),
    hint,
    target,
  })
  return [
    { value: metricKey(null), label: 'None', target: null },
    option({ kind: 'quality', chain: null }, formatScore(totals.current.mean)),
    option({ kind: 'failed_runs', chain: null }, formatPercent(totals.failed.share)),
    ...chains
      .filter(({ current }) => current.mean !== null)
      .map(({ chain, current }) => option({ kind: 'quality', chain }, formatScore(current.mean))),
    ...chains
      .filter(({ failedRuns }) => failedRuns > 0)
      .map(({ chain, failedRuns, runs }) => option({ kind: 'failed_runs', chain }, formatPercent(failedRuns / runs))),
  ]
}
