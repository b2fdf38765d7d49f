'use client'

import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isTouched } from '@/components/ui/floating/popover'
import { PopoverClose } from '@/components/ui/popover'
import { useTypedText } from '@/components/ui/use-typed-text'
import { formatCount } from '@/lib/presentation/format/number'
import { hasWords } from '@/lib/presentation/text/mark-words'

/** One of the values to choose from, found by the words of its label and hint. */
export type Choice = { value: string; label: string; hint?: string | undefined }

const noteClass = 'px-1.5 py-2 text-ink-3 text-xs'

/** How many are shown at once; typing finds the others. */
export const SHOWN = 50

type ChoicesProps = {
  noun: string
  /** Null until they are loaded. */
  choices: readonly Choice[] | null
  /** Whether they are what the server found by {@link text}, also by words that they do not show. */
  areFound?: boolean
  /** Loads them again; null unless that failed. */
  onRetry: (() => void) | null
  /** How many more there are on the server, or words for it; null if there are none. */
  more?: number | string | null
  text: string | null
  onText: (text: string | null) => void
  /** The chosen one. */
  value?: string | null
  /** Label of the choice of none; null if one must be chosen. */
  none?: string | null
  onChange: (value: string | null) => void
}

/** The values of an open picker, found while typing, where needed on the server: arrow keys move, Enter chooses. */
export function Choices({ areFound = false, more = null, value = null, none = null, ...props }: ChoicesProps) {
  const { noun, choices, onRetry, text, onText, onChange } = props
  const close = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { shown, type, isPending } = useTypedText(text, onText)
  useEffect(() => {
    // The popover has kept the focus itself if it was open before this was loaded.
    if (document.activeElement === field.current?.closest('[role="dialog"]') && !isTouched()) field.current?.focus()
  }, [])
  // Until the answer to what is typed arrives, Enter must not choose a name that does not match it.
  const isFound = ({ label, hint }: Choice) => (areFound && !isPending) || hasWords(`${label} ${hint ?? ''}`, shown)
  const found = (choices ?? []).filter(isFound)
  const first = none !== null && shown === '' ? 'none' : found[0] && idOf(noun, found[0].value)
  const list = useRef<HTMLDivElement>(null)
  // The text at which one was marked by key or pointer.
  const markedAt = useRef<string | null>(null)
  const noteMark = () => {
    markedAt.current = shown
  }
  useEffect(() => {
    // cmdk keeps the one that was marked before the typing as long as it is found.
    if (first !== undefined && markedAt.current !== shown) list.current?.dispatchEvent(toFirst())
  }, [first, shown])
  const rest = Math.max(0, found.length - SHOWN) + (typeof more === 'number' ? more : 0)
  const hidden = rest > 0 ? `${formatCount(rest)} more` : typeof more === 'string' && more
  const choose = (chosen: string | null) => {
    onChange(chosen)
    close.current?.click()
  }
  return (
    <Command
      ref={list}
      label={`Find a ${noun}`}
      shouldFilter={false}
      loop
      onKeyDown={({ key }) => /^Arrow|^End$/.test(key) && noteMark()}
    >
      <Command.Input
        ref={field}
        placeholder={`Find a ${noun}`}
        maxLength={200}
        value={shown}
        onValueChange={type}
        className="mb-1 h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm focus-visible:outline-offset-0"
      />
      <Command.List className="max-h-64 overflow-y-auto" onPointerMove={noteMark}>
        {none !== null && shown === '' && (
          <ChoiceItem id="none" label={none} isChosen={value === null} onChoose={() => choose(null)} />
        )}
        {found.slice(0, SHOWN).map((choice) => (
          <ChoiceItem
            key={choice.value}
            id={idOf(noun, choice.value)}
            label={choice.label}
            hint={choice.hint}
            isChosen={choice.value === value}
            onChoose={() => choose(choice.value)}
          />
        ))}
        {choices && <Command.Empty className={noteClass}>No matches.</Command.Empty>}
      </Command.List>
      {!choices && !onRetry && (
        <p role="status" className={noteClass}>
          Loading…
        </p>
      )}
      {onRetry && (
        <p role="alert" className={noteClass}>
          They could not be loaded.{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {hidden && <p className="px-1.5 py-1 text-ink-3 text-xs">{hidden}: type to find them.</p>}
      <PopoverClose>
        <button ref={close} type="button" hidden aria-hidden tabIndex={-1} />
      </PopoverClose>
    </Command>
  )
}

const idOf = (noun: string, value: string) => `${noun} ${value}`

/** The key by which cmdk marks the first one. */
const toFirst = () => new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true })

type ChoiceItemProps = Omit<Choice, 'value'> & { id: string; isChosen: boolean; onChoose: () => void }

function ChoiceItem({ id, label, hint, isChosen, onChoose }: ChoiceItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onChoose}
      className="flex min-h-7 items-center gap-2 rounded-sm px-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-10"
    >
      <span className="min-w-0 flex-1 truncate" title={hint ? `${label} ${hint}` : label}>
        {label}
        {hint && <span className="ml-1.5 text-ink-3 text-xs">{hint}</span>}
      </span>
      {isChosen && <Check className="size-4 shrink-0" aria-label="chosen" />}
    </Command.Item>
  )
}
