'use client'

import { useId, useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { webhookEventTypes } from '@/lib/contracts/vocabulary'
import type { EndpointView, WebhookEventType, WebhookForm } from '@/lib/contracts/webhooks'
import { webhookEventHints, webhookFormLabels } from '@/lib/presentation/labels/webhooks'
import { errorOf, type Problem } from '@/lib/queries/problem'

type EndpointDraft = { name: string; url: string; form: WebhookForm; events: WebhookEventType[] }

type EndpointFormProps = {
  id: string
  endpoint?: EndpointView
  problem: Problem | null
  onSubmit: (draft: EndpointDraft) => void
}

const FIRST_CHOICE: WebhookEventType[] = [
  'regression.detected',
  'gate.opened',
  'gate.approved',
  'gate.rejected',
  'gate.timed_out',
]
const FIELDS = ['name', 'url', 'events']

const formOptions = [
  { value: 'standard', label: webhookFormLabels.standard, hint: 'signed JSON' },
  { value: 'slack', label: webhookFormLabels.slack, hint: 'words and a link' },
] as const

export function EndpointForm({ id, endpoint, problem, onSubmit }: EndpointFormProps) {
  const [form, setForm] = useState<WebhookForm>(endpoint?.form ?? 'standard')
  const [events, setEvents] = useState<readonly WebhookEventType[]>(endpoint?.events ?? FIRST_CHOICE)
  return (
    <Form
      id={id}
      className="grid gap-4"
      onSubmit={(data) =>
        onSubmit({ name: String(data.get('name')), url: String(data.get('url')), form, events: [...events] })
      }
    >
      <ProblemNotice problem={problem} beside={FIELDS} />
      <InputField
        label="Name"
        error={problem?.fields.name}
        required
        name="name"
        defaultValue={endpoint?.name}
        autoComplete="off"
        maxLength={200}
        placeholder="Deployment"
      />
      <InputField
        label="Address"
        hint="Events are sent here by POST. Redirects are not followed."
        error={problem?.fields.url}
        required
        name="url"
        type="url"
        defaultValue={endpoint?.url}
        autoComplete="off"
        maxLength={2000}
        placeholder="https://example.com/webhooks/veritas"
      />
      <Field label="Form">
        {(control) => <Select id={control.id} value={form} onChange={setForm} options={formOptions} />}
      </Field>
      <EventChoice events={events} onChange={setEvents} error={errorOf(problem, 'events')} />
    </Form>
  )
}

type EventChoiceProps = {
  events: readonly WebhookEventType[]
  onChange: (events: readonly WebhookEventType[]) => void
  error?: string | undefined
}

function EventChoice({ events, onChange, error }: EventChoiceProps) {
  const id = useId()
  const toggle = (type: WebhookEventType, isOn: boolean) =>
    onChange(webhookEventTypes.filter((known) => (known === type ? isOn : events.includes(known))))
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">Events</legend>
      {error && (
        <p id={`${id}-error`} role="alert" className="mb-1.5 text-fail-fg text-xs">
          {error}
        </p>
      )}
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {webhookEventTypes.map((type) => (
          <li key={type} className="flex gap-2.5">
            <Checkbox
              id={`${id}-${type}`}
              aria-describedby={`${id}-${type}-hint`}
              className="mt-0.5"
              checked={events.includes(type)}
              onCheckedChange={(isOn) => toggle(type, isOn === true)}
            />
            <div className="min-w-0 text-sm">
              <label htmlFor={`${id}-${type}`} className="font-mono text-xs">
                {type}
              </label>
              <p id={`${id}-${type}-hint`} className="text-ink-2 text-xs">
                {webhookEventHints[type]}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
