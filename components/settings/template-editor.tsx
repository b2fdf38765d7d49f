'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { Button } from '@/components/ui/button'
import { InputField, TextareaField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import type { InputIssue } from '@/lib/contracts/input-issues'
import { formatPlural } from '@/lib/presentation/format/number'
import { problemOf, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { readDraft } from './read-draft'
import type { TemplateDraft } from './template-draft'
import { TemplatePreview } from './template-preview'

type TemplateEditorProps = {
  project: string
  draft: TemplateDraft
  /** Called when there are unsaved changes, and when there are none any more. */
  onChanged: (isChanged: boolean) => void
  onClose: () => void
}

/** Editor for a template as JSON, with live validation and preview. */
export function TemplateEditor({ project, draft, onChanged, onClose }: TemplateEditorProps) {
  const [name, setName] = useState(draft.name)
  const [text, setText] = useState(draft.text)
  const [isSent, setSent] = useState(false)
  const isChanged = name !== draft.name || text !== draft.text
  useEffect(() => {
    onChanged(isChanged)
    return () => onChanged(false)
  }, [onChanged, isChanged])
  const place = useRef<HTMLFormElement>(null)
  const put = useMutation(mutationOf('POST /api/v1/thinking-templates', { project }))
  const { template, faults } = readDraft(name, text)
  const problem = problemOf(put.error)
  const refused: InputIssue[] = Object.entries(problem?.fields ?? {}).map(([path, message]) => ({ path, message }))
  // Somebody saved or removed it meanwhile. Another press replaces theirs, knowingly, under this name.
  const [conflict, setConflict] = useState<string | null>(null)
  const isKnown = conflict === name
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const save = () => {
    setSent(true)
    if (template && faults.length === 0)
      put.mutate(
        { name, template, ...(!isKnown && { expected: name === draft.name ? draft.updatedAt : null }) },
        {
          onSuccess: () => {
            toast.success(`${name} was saved`)
            onClose()
          },
          onError: (error) => {
            if (toProblem(error).code === 'conflict') setConflict(name)
            else toast.problem(error)
          },
        },
      )
  }
  const nameFault = faults.find((fault) => fault.path === 'name')
  return (
    <>
      <UnsavedChangesGuard when={isChanged} onLeave={onClose} />
      <Form
        ref={place}
        aria-label={draft.name ? `Edit ${draft.name}` : 'New template'}
        onSubmit={save}
        className="mt-8 grid scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-6 border-t pt-6 lg:grid-cols-2"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <InputField
            label="Name"
            hint="Agents may name it in workflow."
            error={isSent || name !== draft.name ? nameFault?.message : null}
            value={name}
            onChange={setName}
            maxLength={63}
            autoComplete="off"
          />
          <TextareaField
            label="Template"
            hint="{target} is replaced by what is verified. Text in [square brackets] is left out if it is unknown."
            rows={22}
            spellCheck={false}
            className="max-h-[60dvh] w-full font-mono text-xs leading-5"
            value={text}
            onChange={setText}
          />
          {isKnown && problem && (
            <Notice tone="review" title="Not saved">
              {problem.message} Your text is kept here. Saving it anyway replaces what is there now.
            </Notice>
          )}
          <div className="flex gap-2">
            <Button type="submit" variant="primary" pending={put.isPending} disabled={isSent && faults.length > 0}>
              {isKnown ? 'Save anyway' : 'Save'}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <h2 className="text-base">
            {template ? formatPlural(template.steps.length, 'step') : 'Not a valid template yet'}
          </h2>
          <Faults faults={[...faults.filter((fault) => fault !== nameFault), ...refused]} />
          {template && <TemplatePreview template={template} />}
        </div>
      </Form>
    </>
  )
}

function Faults({ faults }: { faults: readonly InputIssue[] }) {
  if (faults.length === 0) return null
  return (
    <Notice tone="review" title={formatPlural(faults.length, 'problem', 'problems')}>
      <ul className="mt-1 grid gap-1 text-xs">
        {faults.slice(0, 20).map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <code className="break-all font-medium font-mono">{path}</code>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
