'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DraftKept } from '@/components/ui/draft-kept'
import { Form } from '@/components/ui/form'
import { Textarea } from '@/components/ui/input'
import type { CommentView } from '@/lib/contracts/comments'
import { mentionedIn, suggestMentions, toMentioned } from '@/lib/presentation/transcript/comments'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
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
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [kept] = useState(() => writtenOn(runId).get(place)?.body ?? '')
  const [body, setBody] = useState(kept || (edited?.body ?? ''))
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const { data } = useQuery(queryOf('GET /api/v1/members', {}, { project }))
  const people = toMentioned(data?.members ?? [])
  const offered = isDismissed ? null : suggestMentions(body, caret, people)
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
  const { isPending, error } = edited ? edit : add
  const send = () => {
    if (body.trim() === '' || isPending) return
    if (isUnchanged) return onClose()
    const said = { runId, body, mentions: mentionedIn(body, people).map(({ userId }) => userId) }
    if (edited) return edit.mutate({ ...said, commentId: edited.id })
    add.mutate({
      ...said,
      ...(stepId !== null && { stepId }),
      ...(draft && { quote: draft.quote, ...(draft.start !== null && { quoteStart: draft.start }) }),
    })
  }
  const mention = (name: string) => {
    if (!offered) return
    const next = `${body.slice(0, offered.start)}@${name} `
    setBody(next + body.slice(caret))
    setCaret(next.length)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.length, next.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const match = offered?.matches[chosen]
    if (offered && match && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const { length } = offered.matches
      setChosen((chosen + (key === 'ArrowDown' ? 1 : length - 1)) % length)
    } else if (match && (key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey) mention(match.name)
    else if (key === 'Escape' && offered) setDismissed(true)
    else if (key === 'Escape' && (body.trim() === '' || isUnchanged)) onClose()
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Form aria-label="New comment" onSubmit={send} className="space-y-2">
      {draft && (
        <blockquote className="line-clamp-2 border-l-2 border-l-human pl-2 text-ink-2 text-xs">
          {draft.quote}
        </blockquote>
      )}
      <div className="relative">
        <Textarea
          ref={field}
          // A kept text must not take the keys from the verdict.
          autoFocus={kept === ''}
          rows={2}
          aria-label={edited ? 'Edit the comment' : 'Comment'}
          placeholder="Comment. @ mentions a colleague."
          role="combobox"
          aria-expanded={offered !== null}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={offered ? `${list}-${chosen}` : undefined}
          maxLength={10_000}
          value={body}
          onChange={({ target }) => {
            setBody(target.value)
            setCaret(target.selectionStart)
            setChosen(0)
            setDismissed(false)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        {offered && (
          <ul
            id={list}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox of a combobox.
            role="listbox"
            aria-label="People"
            className="absolute top-full left-0 z-20 mt-1 w-max min-w-56 max-w-full rounded-md bg-raised p-1 text-sm shadow-raised"
          >
            {offered.matches.map(({ userId, name }, place) => (
              <li key={userId}>
                <button
                  type="button"
                  id={`${list}-${place}`}
                  role="option"
                  aria-selected={place === chosen}
                  tabIndex={-1}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => mention(name)}
                  className={clsx('h-7 w-full truncate rounded-sm px-2 text-left', place === chosen && 'bg-selected')}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {error && (
        <p role="alert" className="text-fail-fg text-xs">
          {toProblem(error).message}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button size="sm" variant="primary" type="submit" pending={isPending} disabled={body.trim() === ''}>
          {edited ? 'Save' : 'Comment'}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        {kept !== '' && body === kept ? (
          <DraftKept onClear={onClose} />
        ) : (
          <span className="text-ink-3 text-xs max-lg:hidden">Ctrl + Enter sends</span>
        )}
      </div>
    </Form>
  )
}
