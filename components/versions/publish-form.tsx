'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Textarea } from '@/components/ui/textarea'
import type { VersionDetail } from '@/lib/contracts/versions'
import { toProblem } from '@/lib/queries/problem'
import { type Draft, firstDraft, readDraft } from './draft'
import { PublishFields } from './publish-fields'

type PublishFormProps = {
  last: VersionDetail | null
  isPending: boolean
  error: Error | null
  onSubmit: (draft: Draft) => void
}

const views = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** One draft in two views: the fields most versions need, and all of it as JSON. */
export function PublishForm({ last, isPending, error, onSubmit }: PublishFormProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('form')
  const [text, setText] = useState(() => toText(firstDraft(last)))
  const read = readDraft(text)
  const problem = error ? toProblem(error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('draft' in read) onSubmit(read.draft)
  }
  const shown = 'draft' in read ? view : 'json'
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 text-sm">
          {last ? `It begins as ${last.version} was published.` : 'The first version of this chain.'}
          {hasHeaders(last) && ' Header values are not kept readable: give them again as JSON.'}
        </p>
        <SegmentedControl label="Shown as" value={shown} onChange={setView} segments={views} />
      </div>
      {shown === 'form' && 'draft' in read ? (
        <PublishFields draft={read.draft} fields={problem?.fields ?? {}} onChange={(draft) => setText(toText(draft))} />
      ) : (
        <Field label="Version as JSON" error={'problem' in read ? read.problem : null}>
          {(control) => (
            <Textarea
              {...control}
              className="min-h-72 w-full font-mono text-xs"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
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
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={isPending} disabled={'problem' in read}>
          Publish
        </Button>
      </div>
    </form>
  )
}

const toText = (draft: Draft) => JSON.stringify(draft, null, 2)

function hasHeaders(last: VersionDetail | null): boolean {
  return last?.executor?.kind === 'http' && last.executor.headers.length > 0
}
