'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { useTypedText } from '@/components/ui/use-typed-text'
import { formatCount } from '@/lib/presentation/format/number'
import { SEARCHABLE_FROM } from '@/lib/presentation/text/mark-words'
import { focusFirstRow } from './row-keys'
import { useShortcuts } from './shortcuts'

type SearchBoxProps = {
  /** Plural noun of the searched rows: "runs". */
  noun: string
  placeholder: string
  /** The active search text. */
  text: string | null
  onChange: (text: string | null) => void
}

/** Debounced text search of a list; the key `/` focuses it, Escape leaves it with its text, and Enter goes to the first row found. */
export function SearchBox({ noun, placeholder, text, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const { shown, type, isPending } = useTypedText(text, onChange)
  const [timesEntered, setTimesEntered] = useState(0)
  useEffect(() => {
    if (timesEntered > 0 && !isPending) return focusFirstRow(field.current)
  }, [timesEntered, isPending])
  useShortcuts('Search', [{ keys: '/', label: `Search the ${noun}`, run: () => field.current?.focus() }])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') setTimesEntered(timesEntered + 1)
    if (event.key !== 'Escape') return
    // The browser would empty the field.
    event.preventDefault()
    field.current?.blur()
  }
  return (
    <Input
      ref={field}
      type="search"
      aria-label={`Search ${noun}`}
      placeholder={placeholder}
      maxLength={200}
      icon={<Search aria-hidden />}
      className="max-w-60 grow basis-40 max-sm:max-w-none"
      value={shown}
      onChange={(event) => {
        setTimesEntered(0)
        type(event.target.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/** {@link SearchBox} above a list that has enough rows to need one. */
export function SearchAbove({ all, ...box }: SearchBoxProps & { all: number }) {
  if (all < SEARCHABLE_FROM && box.text === null) return null
  return (
    <div className="mb-3">
      <SearchBox {...box} />
    </div>
  )
}

type MatchCountProps = {
  /** Plural noun of the rows: "members". */
  noun: string
  found: number
  all: number
}

/** How many rows of a list have the words searched for. */
export function MatchCount({ noun, found, all }: MatchCountProps) {
  return (
    <p className="mb-1 text-ink-2 text-sm" role="status">
      {found === 0 ? `No ${noun} match.` : `${formatCount(found)} of ${formatCount(all)} match.`}
    </p>
  )
}
