'use client'

import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { SaveRow } from '@/components/domain-ui/save-row'
import { SavedMeanwhile, useSharedDraft } from '@/components/domain-ui/shared-draft'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { AbsoluteTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { RUBRIC_MOST } from '@/lib/contracts/limits'
import type { Rubric } from '@/lib/contracts/rubrics'
import { rubricKinds, rubricSubjects } from '@/lib/contracts/vocabulary'
import { rubricKindLabels, rubricSubjectLabels } from '@/lib/presentation/labels/review'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { blank, mergeItems, type RubricDraft, toDrafts, toItems } from './rubric-draft'

type RubricEditorProps = {
  project: string
  rubric: Rubric
  /** Called when there are unsaved changes, and when there are none any more. */
  onChanged: (isChanged: boolean) => void
}

/** Editor for a chain's rubric. Saving creates a new version; existing answers keep theirs. */
export function RubricEditor({ project, rubric, onChanged }: RubricEditorProps) {
  const version = { ...rubric, number: rubric.version }
  const shared = useSharedDraft({
    saved: rubric.items,
    version,
    toDraft: toDrafts,
    toValue: toItems,
    merge: mergeItems,
  })
  const { draft: drafts, value: items, isChanged, expected } = shared
  const [addedId, setAddedId] = useState<number | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // The page's header must know, which is not below this component.
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  const save = useMutation({
    ...mutationOf('POST /api/v1/review/rubric', { project, changes: ['review'] }),
    onMutate: shared.saving.onMutate,
    onSuccess: () => {
      shared.saving.onSuccess()
      toast.success('Saved', { description: 'It applies to reviews from now on.' })
    },
  })
  const problem = problemOf(save.error)
  // The server names an item by its place, which the next change may move.
  const setDrafts = (next: readonly RubricDraft[]) => {
    shared.set(next)
    save.reset()
  }
  const discard = () => {
    shared.discard()
    save.reset()
  }
  const errorsOf = (index: number) => (name: 'label' | 'hint' | 'points' | 'options') =>
    problem?.fields[`items[${index}].${name}`] ?? null
  const change = (id: number, to: Partial<RubricDraft>) =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...to } : draft)))
  const move = (index: number, by: -1 | 1) => {
    const moved = [...drafts]
    const [draft] = moved.splice(index, 1)
    if (draft) moved.splice(index + by, 0, draft)
    setDrafts(moved)
  }
  const add = () => {
    const id = 1 + Math.max(-1, ...drafts.map((draft) => draft.id))
    setDrafts([...drafts, blank(id)])
    setAddedId(id)
  }
  const remove = (removed: number) => {
    setDrafts(drafts.filter(({ id }) => id !== removed))
    addButton.current?.focus()
  }
  const submit = () => save.mutate({ chain: rubric.chain, items, expected })
  return (
    <Form onSubmit={submit} className="grid max-w-4xl gap-4">
      <UnsavedChangesGuard when={isChanged} onLeave={discard} />
      {shared.isMerged && <SavedMeanwhile version={version} what="other questions" onDiscard={discard} />}
      <ol className="grid gap-4">
        {drafts.map((draft, index) => (
          <li key={draft.id} className="rounded-md border p-4">
            <ItemFields
              draft={draft}
              isNew={draft.id === addedId}
              onChange={(to) => change(draft.id, to)}
              place={index + 1}
              errorOf={errorsOf(index)}
            />
            <div className="mt-2 flex justify-end gap-1">
              <IconButton
                label={`Move question ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={`Move question ${index + 1} down`}
                disabled={index === drafts.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton label={`Remove question ${index + 1}`} onClick={() => remove(draft.id)}>
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {drafts.length === 0 && (
        <p className="text-ink-2 text-sm">Reviewers of this chain are only asked for a verdict.</p>
      )}
      {problem && problem.code !== 'conflict' && (
        <Notice tone="fail" title="Not saved">
          {Object.keys(problem.fields).some((path) => path.startsWith('items['))
            ? 'The question says what has to change.'
            : problem.message}
        </Notice>
      )}
      <SaveRow
        isChanged={isChanged}
        isPending={save.isPending}
        onDiscard={discard}
        before={
          <Button ref={addButton} icon={<Plus aria-hidden />} disabled={drafts.length >= RUBRIC_MOST} onClick={add}>
            Add a question
          </Button>
        }
      >
        {rubric.version > 0 && (
          <span className="text-ink-3 text-xs">
            Version {rubric.version} by {rubric.by}, <AbsoluteTime iso={rubric.at} />
          </span>
        )}
      </SaveRow>
    </Form>
  )
}

type ItemFieldsProps = {
  draft: RubricDraft
  place: number
  /** Added just now: what is typed next is its question. */
  isNew: boolean
  errorOf: (name: 'label' | 'hint' | 'points' | 'options') => string | null
  onChange: (to: Partial<RubricDraft>) => void
}

function ItemFields({ draft, place, isNew, errorOf, onChange }: ItemFieldsProps) {
  const requiredId = useId()
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_8rem]">
      <InputField
        label={`Question ${place}`}
        required
        error={errorOf('label')}
        autoFocus={isNew}
        maxLength={200}
        value={draft.label}
        onChange={(text) => onChange({ label: text })}
      />
      <Field label="Answered by">
        {(control) => (
          <Select
            {...control}
            label={`Kind of question ${place}`}
            value={draft.kind}
            onChange={(kind) => onChange({ kind })}
            options={rubricKinds.map((value) => ({ value, label: rubricKindLabels[value] }))}
          />
        )}
      </Field>
      <Field label="About">
        {(control) => (
          <Select
            {...control}
            label={`Subject of question ${place}`}
            value={draft.of}
            onChange={(of) => onChange({ of })}
            options={rubricSubjects.map((value) => ({ value, label: rubricSubjectLabels[value] }))}
          />
        )}
      </Field>
      {draft.kind === 'category' && (
        <div className="sm:col-span-3">
          <InputField
            label="Choices"
            hint="Two to nine, separated by commas."
            error={errorOf('options') && 'Two to nine different choices, separated by commas.'}
            value={draft.options}
            onChange={(text) => onChange({ options: text })}
          />
        </div>
      )}
      <InputField
        label="Hint"
        required={false}
        error={errorOf('hint')}
        placeholder={draft.kind === 'scale' ? 'Such as: 1 harms the customer, 5 solves it' : undefined}
        maxLength={500}
        value={draft.hint}
        onChange={(text) => onChange({ hint: text })}
      />
      {draft.kind === 'scale' && (
        <InputField
          label="Points"
          hint="The top of the scale, at most 9."
          error={errorOf('points')}
          type="number"
          min={2}
          max={9}
          className="w-24"
          value={draft.points}
          onChange={(text) => onChange({ points: text })}
        />
      )}
      {draft.of === 'run' && (
        <label htmlFor={requiredId} className="flex min-h-8 items-center gap-2 self-end text-sm sm:col-start-1">
          <Checkbox id={requiredId} checked={draft.required} onCheckedChange={(required) => onChange({ required })} />
          Required
        </label>
      )}
    </div>
  )
}
