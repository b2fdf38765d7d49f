'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeList } from '@/components/domain-ui/change-list'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { toast } from '@/components/ui/toast'
import { formatPlural } from '@/lib/presentation/format/number'
import { putConfiguration } from '@/lib/queries/configuration'
import { problemOf } from '@/lib/queries/problem'
import type { ConfigurationDraft } from './use-configuration-draft'

type SaveBarProps = {
  project: string
  draft: ConfigurationDraft
  /** Called with notes about what the change does not affect. */
  onSaved: (notes: readonly string[]) => void
}

/** Sticky bar with the unsaved changes, a comment, and buttons to save or discard. */
export function SaveBar({ project, draft, onSaved }: SaveBarProps) {
  const [comment, setComment] = useState('')
  const { view, changes, isRead, isFaulty, isStale } = draft
  const put = useMutation(putConfiguration(project))
  const problem = problemOf(put.error)
  // Awaited instead of a mutation callback: discarding the draft unmounts this bar, and callbacks would not run.
  const save = async () => {
    try {
      const saved = await put.mutateAsync({
        chain: view.chain ?? undefined,
        config: draft.config,
        expected: view.number,
        ...(comment.trim() && { comment }),
      })
      draft.discard()
      toast.success(`Saved as version ${saved.configuration.number}`)
      onSaved(saved.notes)
    } catch {
      // The refusal is shown above, and the newer version was loaded with it.
    }
  }
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-16 z-20 mt-8 grid gap-3 rounded-md border border-line-strong bg-raised p-4 shadow-raised lg:bottom-4"
    >
      {isStale && (
        <Notice tone="review" title={`${view.by ?? 'Someone'} saved version ${view.number} in the meantime`}>
          The form now has their values with your changes on top. Check it, then save.
        </Notice>
      )}
      {problem?.code !== 'conflict' && <ProblemNotice problem={problem} />}
      <details>
        <summary className="w-fit font-medium text-sm">
          {!isRead
            ? 'Checking the changes'
            : isFaulty
              ? 'Some fields cannot be saved yet'
              : formatPlural(changes.length, 'change')}
        </summary>
        <div className="mt-2 max-h-40 overflow-y-auto">
          <ChangeList changes={changes} />
        </div>
      </details>
      <Form className="flex flex-wrap items-center gap-2" onSubmit={() => void save()}>
        <Input
          aria-label="Why (optional)"
          placeholder="Why (optional)"
          className="min-w-40 flex-1"
          maxLength={1000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <Button onClick={draft.discard}>Discard</Button>
        <Button type="submit" variant="primary" pending={put.isPending} disabled={isFaulty || changes.length === 0}>
          Save
        </Button>
      </Form>
    </section>
  )
}
