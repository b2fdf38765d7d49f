'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { Textarea } from '@/components/ui/input'
import { useKeptFocus } from '@/components/ui/kept-focus'
import {
  mentionText,
  type Person,
  suggestMentions,
  toMentioned,
  typedMention,
} from '@/lib/presentation/transcript/comments'
import { peopleChoices } from '@/lib/queries/people'

type MentionFieldProps = {
  label: string
  text: string
  onChange: (text: string) => void
  project: string
  autoFocus: boolean
  /** Handles a key that completes no mention; returns whether it did. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Text field that offers people after an @. */
export function MentionField({ label, text, onChange, project, autoFocus, onKey }: MentionFieldProps) {
  const field = useKeptFocus<HTMLTextAreaElement>(undefined)
  const list = useId()
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const { people, areAllKnown } = usePeople(project, typedMention(text, caret))
  const offered = isDismissed ? null : suggestMentions(text, caret, people)
  const mention = (person: Person) => {
    if (!offered) return
    const next = `${text.slice(0, offered.start)}${mentionText(person, areAllKnown)} `
    onChange(next + text.slice(caret))
    setCaret(next.length)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.length, next.length)
    })
  }
  const complete = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (!offered) return false
    const { length } = offered.matches
    const match = offered.matches[chosen]
    if (match && (key === 'ArrowDown' || key === 'ArrowUp'))
      setChosen((chosen + (key === 'ArrowDown' ? 1 : length - 1)) % length)
    else if (match && (key === 'Enter' || key === 'Tab') && !ctrlKey && !metaKey) mention(match)
    else if (key === 'Escape') setDismissed(true)
    else return false
    return true
  }
  return (
    <div className="relative">
      <Textarea
        ref={field}
        autoFocus={autoFocus}
        rows={2}
        // With its buttons: a bar would cover them when it is scrolled to.
        className="w-full scroll-mb-12"
        aria-label={label}
        placeholder="Comment. @ mentions a colleague."
        role="combobox"
        aria-expanded={offered !== null}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={offered ? `${list}-${chosen}` : undefined}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
          setChosen(0)
          setDismissed(false)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          // A key that belongs to the composition of a character chooses nobody.
          if (event.nativeEvent.isComposing || (!complete(event) && !onKey(event))) return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {offered && <PeopleList id={list} people={offered.matches} chosen={chosen} onChoose={mention} />}
    </div>
  )
}

/** The members to suggest while a name is typed: if the project has more than a few, those found on the server, one request after the other. */
function usePeople(project: string, written: string | null) {
  const typed = written?.trim()
  const [asked, setAsked] = useState('')
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...peopleChoices(project, asked),
    placeholderData: keepPreviousData,
  })
  // Whoever fits what is typed is among those who fit its beginning, if those are all of them.
  const isWhole = data?.count === data?.members.length
  const isKnown = typed === undefined || typed === asked || (isWhole && typed.startsWith(asked))
  if (!isKnown && !isFetching) setAsked(typed)
  const people = useMemo(() => toMentioned(data?.members ?? []), [data])
  return { people, areAllKnown: isKnown && isWhole && !isPlaceholderData }
}

type PeopleListProps = { id: string; people: readonly Person[]; chosen: number; onChoose: (person: Person) => void }

function PeopleList({ id, people, chosen, onChoose }: PeopleListProps) {
  return (
    <ul
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox of a combobox.
      role="listbox"
      aria-label="People"
      className="absolute top-full left-0 z-20 mt-1 w-max min-w-56 max-w-full rounded-md bg-raised p-1 text-sm shadow-raised"
    >
      {people.map((person, place) => (
        <li key={person.userId}>
          <button
            type="button"
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className={clsx(
              'h-7 w-full pointer-coarse:h-10 truncate rounded-sm px-2 text-left',
              place === chosen && 'bg-selected',
            )}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
