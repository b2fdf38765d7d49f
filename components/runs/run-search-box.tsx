'use client'

import { Search } from 'lucide-react'
import { useQueryState } from 'nuqs'
import { useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Input } from '@/components/ui/input'
import { runSearchParsers } from '@/lib/queries/run-search'

const TYPING_MS = 250

/** Finds runs by a part of their id, chain, scenario or first error, once the typing pauses. */
export function RunSearchBox() {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useQueryState('text', runSearchParsers.text.withOptions({ scroll: false }))
  const [draft, setDraft] = useState<string | null>(null)
  useShortcuts('Search', [{ keys: '/', label: 'Search the runs', run: () => field.current?.focus() }])
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void setText(typed.trim() || null)
      setDraft(null)
    }, TYPING_MS)
  }
  return (
    <Input
      ref={field}
      type="search"
      aria-label="Search runs"
      placeholder="Id, chain, scenario, error"
      maxLength={200}
      icon={<Search aria-hidden />}
      className="w-60 max-sm:w-full"
      value={draft ?? text ?? ''}
      onChange={(event) => type(event.target.value)}
    />
  )
}
