'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { type UnsentText, useUnsentText } from '@/components/ui/browser-storage'
import { type ControlProps, Field, InputField, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Textarea } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SwitchField } from '@/components/ui/switch'
import { isRecord } from '@/lib/contracts/is-record'
import type { VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { errorOf, type Problem, problemOf } from '@/lib/queries/problem'
import { queryOf } from '@/lib/queries/query-of'
import { type Draft, firstDraft, keepableText, readDraft, textAt, toText, withField } from './publish-draft'

type PublishFormProps = {
  project: string
  chain: string
  /** The newest version, from which the draft starts. */
  newest: string | null
  /** Id of the form, whose button is the dialog's. */
  id: string
  error: Error | null
  onSubmit: (draft: Draft, onSuccess: () => void) => void
}

/** The form of a chain's next version, once its newest one is loaded. */
export function PublishForm({ project, chain, newest, ...form }: PublishFormProps) {
  const last = useQuery({
    ...queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version: newest ?? '' }, { project }),
    enabled: newest !== null,
  })
  if (newest !== null && last.isPending) return <SkeletonRows rows={5} />
  if (last.isError && !last.data)
    return (
      <LoadProblem compact title={`${newest} could not be read`} error={last.error} onRetry={() => last.refetch()} />
    )
  const version = last.data?.version ?? null
  return <KeptDraft key={version?.version} project={project} chain={chain} last={version} {...form} />
}

type KeptDraftProps = Omit<PublishFormProps, 'newest'> & { last: VersionDetail | null }

/** The draft, kept while it is unsent. Another newest version begins another draft. */
function KeptDraft({ project, chain, last, onSubmit, ...form }: KeptDraftProps) {
  const [start] = useState(() => toText(firstDraft(last)))
  const text = useUnsentText(`publish ${project} ${chain} ${last?.version}`, start, keepableText)
  return <DraftEditor text={text} last={last} onSubmit={(draft) => onSubmit(draft, () => text[1](start))} {...form} />
}

type DraftEditorProps = Pick<PublishFormProps, 'id' | 'error'> & {
  text: UnsentText
  last: VersionDetail | null
  onSubmit: (draft: Draft) => void
}

const views = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** Editor for a draft in two views: the most common fields, and everything as JSON. */
function DraftEditor({ id, text: unsent, last, error, onSubmit }: DraftEditorProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('form')
  const { value: text, onChange: setText, hint: draftKept } = unsentField(unsent)
  const read = readDraft(text)
  const problem = problemOf(error)
  const submit = () => {
    if ('draft' in read) onSubmit(read.draft)
  }
  const shown = 'draft' in read ? view : 'json'
  return (
    <Form id={id} onSubmit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 text-sm">
          {last ? `Starts from ${last.version}.` : 'The first version of this chain.'}
          {hasHeaders(last) && ' Header values are stored encrypted: enter them again as JSON.'} {draftKept}
        </p>
        <SegmentedControl label="Shown as" value={shown} onChange={setView} segments={views} />
      </div>
      {shown === 'form' && 'draft' in read ? (
        <PublishFields draft={read.draft} problem={problem} onChange={(draft) => setText(toText(draft))} />
      ) : (
        <TextareaField
          label="Version as JSON"
          error={'problem' in read ? read.problem : null}
          className="min-h-72 w-full font-mono text-xs"
          spellCheck={false}
          value={text}
          onChange={setText}
        />
      )}
      {problem && (
        <Notice tone="fail" title="It was not published">
          <ul>
            {Object.keys(problem.fields).length === 0 && <li>{problem.message}</li>}
            {Object.entries(problem.fields).map(([path, message]) => (
              <li key={path} className="break-words">
                <code className="font-mono text-xs">{path}</code> {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Form>
  )
}

function hasHeaders(last: VersionDetail | null): boolean {
  return last?.executor?.kind === 'http' && last.executor.headers.length > 0
}

type PublishFieldsProps = {
  draft: Draft
  problem: Problem | null
  onChange: (draft: Draft) => void
}

const runners = [
  { value: 'none', label: 'The client that sends runs' },
  { value: 'http', label: 'An HTTP endpoint' },
  { value: 'local', label: 'A command: veritas run-trials' },
] as const

/** The most common fields; the rest is edited as JSON. */
function PublishFields({ draft, problem, onChange }: PublishFieldsProps) {
  const fields = problem?.fields ?? {}
  const set = (field: string, value: unknown) => onChange(withField(draft, field, value))
  const executor = isRecord(draft.executor) ? draft.executor : {}
  const runner = runners.find(({ value }) => value === executor.kind)?.value ?? 'none'
  const scenarios = Array.isArray(draft.scenarios) ? draft.scenarios : []
  const setExecutor = (change: object) => set('executor', { ...executor, ...change })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <InputField
          label="Version"
          hint="For example 1.4.0"
          error={fields.version}
          required
          // The form is loaded when the dialog is open, and has given the focus to a button.
          autoFocus
          autoComplete="off"
          value={textAt(draft, 'version')}
          onChange={(text) => set('version', text)}
        />
        <Field label="Run by" error={fields.executor}>
          {({ id }) => (
            <Select
              id={id}
              value={runner}
              options={runners}
              onChange={(kind) => set('executor', kind === 'none' ? undefined : { kind })}
            />
          )}
        </Field>
      </div>
      {runner === 'http' && (
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <InputField
            label="Address"
            error={fields['executor.url']}
            required
            type="url"
            placeholder="https://agents.example.com/run"
            value={textAt(draft, 'executor', 'url')}
            onChange={(text) => setExecutor({ url: text })}
          />
          <InputField
            label="Seconds"
            error={fields['executor.timeoutSeconds']}
            required={false}
            type="number"
            min="1"
            max="300"
            placeholder="60"
            value={textAt(draft, 'executor', 'timeoutSeconds')}
            onChange={(text) => setExecutor({ timeoutSeconds: toNumber(text) })}
          />
        </div>
      )}
      {runner !== 'none' && (
        <Field
          label="Scenarios"
          required
          hint="One per line. Use JSON for requests that are more than plain text."
          error={errorOf(problem, 'scenarios')}
        >
          {(control) => (
            <Scenarios control={control} scenarios={scenarios} onChange={(next) => set('scenarios', next)} />
          )}
        </Field>
      )}
      <TextareaField
        label="What changed"
        error={fields.notes}
        required={false}
        rows={2}
        maxLength={10_000}
        value={textAt(draft, 'notes')}
        onChange={(text) => set('notes', text || undefined)}
      />
      <SwitchField
        label="Only as a candidate"
        hint={
          fields.candidate ?? 'Tried and compared, but it serves only once published again or approved at its gate.'
        }
        checked={draft.candidate === true}
        onCheckedChange={(isOn) => set('candidate', isOn || undefined)}
      />
    </>
  )
}

type ScenariosProps = {
  control: ControlProps
  scenarios: readonly unknown[]
  onChange: (scenarios: object[] | undefined) => void
}

/** Scenarios as lines of text. If any is more than a text, shows only the count, because lines would lose it. */
function Scenarios({ control, scenarios, onChange }: ScenariosProps) {
  const lines = scenarios.map(toLine)
  if (lines.includes(null))
    return (
      <p id={control.id} className="text-sm">
        {formatPlural(scenarios.length, 'scenario')}, to be changed as JSON
      </p>
    )
  return (
    <Textarea
      {...control}
      rows={3}
      value={lines.join('\n')}
      onChange={(event) => {
        const texts = event.target.value.split('\n')
        onChange(event.target.value === '' ? undefined : texts.map((name) => ({ name, request: name })))
      }}
    />
  )
}

/** Returns the line of a scenario whose request equals its name; null for any other. */
function toLine(scenario: unknown): string | null {
  if (!isRecord(scenario)) return null
  const { name, request } = scenario
  return typeof name === 'string' && request === name ? name : null
}

function toNumber(text: string): number | undefined {
  return text === '' ? undefined : Number(text)
}
