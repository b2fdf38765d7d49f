'use client'

import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DraftKept } from '@/components/ui/draft-kept'
import { Form } from '@/components/ui/form'
import { useModifierKey } from '@/components/ui/modifier-key'
import { WaitsForConnection } from '@/components/ui/offline'
import type { CommentView } from '@/lib/contracts/comments'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { MentionField } from './mention-field'
import { type Draft, editOf, keepWritten, writtenOn } from './written-comments'

type CommentFormProps = {
  project: string
  runId: string
  stepId: string | null
  draft: Draft
  /** The comment whose text is changed; without it a new one is written. */
  edited?: Pick<CommentView, 'id' | 'body'>
  onClose: () => void
}

/** Form for a comment, with @ completion of the project's members. Text that was not sent is there again when the run is. */
export function CommentForm({ project, runId, stepId, draft, edited, onClose }: CommentFormProps) {
  const place = edited ? editOf(edited) : stepId
  const [kept] = useState(() => writtenOn(runId).get(place)?.body ?? '')
  const [body, setBody] = useState(kept || (edited?.body ?? ''))
  const isUnchanged = body.trim() === edited?.body
  const written = isUnchanged ? null : { draft, body }
  const keep = useEffectEvent(() => keepWritten(runId, place, written))
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps each text as it is typed.
  useEffect(() => keep(), [runId, place, draft, body])
  const outcome = {
    onMutate: () => keepWritten(runId, place, null),
    onSuccess: onClose,
    onError: () => keepWritten(runId, place, written),
  }
  const add = useMutation({ ...mutationOf('POST /api/v1/comments', { project }), ...outcome })
  const edit = useMutation({ ...mutationOf('POST /api/v1/comments/{commentId}/edit', { project }), ...outcome })
  const { isPending, isPaused, error } = edited ? edit : add
  // Without a connection nothing is sent yet.
  useEffect(() => {
    if (isPaused) keep()
  }, [isPaused])
  const send = () => {
    if (body.trim() === '' || isPending) return
    if (isUnchanged) return onClose()
    const said = { runId, body, named: true }
    if (edited) return edit.mutate({ ...said, commentId: edited.id })
    add.mutate({
      ...said,
      ...(stepId !== null && { stepId }),
      ...(draft && { quote: draft.quote, ...(draft.start !== null && { quoteStart: draft.start }) }),
    })
  }
  const modifier = useModifierKey()
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key === 'Escape' && (body.trim() === '' || isUnchanged)) onClose()
    else if (key === 'Enter' && (ctrlKey || metaKey)) send()
    else return false
    return true
  }
  return (
    <Form aria-label="New comment" onSubmit={send} className="space-y-2">
      {draft && (
        <blockquote className="line-clamp-2 border-l-2 border-l-human pl-2 text-ink-2 text-xs">
          {draft.quote}
        </blockquote>
      )}
      <MentionField
        label={edited ? 'Edit the comment' : 'Comment'}
        text={body}
        onChange={setBody}
        project={project}
        // A kept text must not take the keys from the verdict.
        autoFocus={kept === ''}
        onKey={onKey}
      />
      {error && (
        <p role="alert" className="text-fail-fg text-xs">
          {toProblem(error).message}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button size="sm" variant="primary" type="submit" pending={isPending} disabled={body.trim() === ''}>
          {edited ? 'Save' : 'Comment'}
        </Button>
        <Button size="sm" variant="ghost" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <WaitsForConnection isPending={isPending} />
        {kept !== '' && body === kept ? (
          <DraftKept onClear={onClose} />
        ) : (
          <span className="text-ink-3 text-xs max-lg:hidden pointer-coarse:hidden">{modifier}+Enter sends</span>
        )}
      </div>
    </Form>
  )
}
