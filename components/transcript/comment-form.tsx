'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/input'
import { mentionedIn, suggestMentions, toMentioned } from '@/lib/presentation/transcript/comments'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { type Draft, keepWritten, writtenOn } from './written-comments'

type CommentFormProps = { project: string; runId: string; stepId: string | null; draft: Draft; onClose: () => void }

/** Form for a comment, with @ completion of the project's members. Text that was not sent is there again when the run is. */
export function CommentForm({ project, runId, stepId, draft, onClose }: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [kept] = useState(() => writtenOn(runId).get(stepId)?.body ?? '')
  const [body, setBody] = useState(kept)
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const { data } = useQuery(queryOf('GET /api/v1/members', {}, { project }))
  const people = toMentioned(data?.members ?? [])
  const offered = isDismissed ? null : suggestMentions(body, caret, people)
  useEffect(() => keepWritten(runId, stepId, { draft, body }), [runId, stepId, draft, body])
  const add = useMutation({
    ...mutationOf('POST /api/v1/comments', { project }),
    onMutate: () => keepWritten(runId, stepId, null),
    onSuccess: onClose,
    onError: () => keepWritten(runId, stepId, { draft, body }),
  })
  const send = () => {
    if (body.trim() === '' || add.isPending) return
    add.mutate({
      runId,
      body,
      mentions: mentionedIn(body, people).map(({ userId }) => userId),
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
    else if (key === 'Escape' && body.trim() === '') onClose()
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      aria-label="New comment"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="space-y-2"
    >
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
          aria-label="Comment"
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
      {add.isError && (
        <p role="alert" className="text-fail-fg text-xs">
          {toProblem(add.error).message}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button size="sm" variant="primary" type="submit" pending={add.isPending} disabled={body.trim() === ''}>
          Comment
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <span className="text-ink-3 text-xs max-lg:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  )
}
