'use client'

import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Input } from '@/components/ui/input'
import { useTypedText } from '@/components/ui/use-typed-text'
import { useShortcuts } from './shortcuts'

type SearchBoxProps = {
  /** Plural noun of the searched rows: "runs". */
  noun: string
  placeholder: string
  /** The active search text. */
  text: string | null
  onChange: (text: string | null) => void
}

/** Debounced text search of a list; the key `/` focuses it. */
export function SearchBox({ noun, placeholder, text, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const { shown, type } = useTypedText(text, onChange)
  useShortcuts('Search', [{ keys: '/', label: `Search the ${noun}`, run: () => field.current?.focus() }])
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
      onChange={(event) => type(event.target.value)}
    />
  )
}
