'use client'

import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { sessionStates } from '@/lib/contracts/vocabulary'
import { sessionStateLabels } from '@/lib/format/thinking-labels'
import { useThinkingSearch } from './use-thinking-search'

const TYPING_MS = 250
const ANY = 'any'

/** By state, and by words of the target or the id. */
export function SessionFilters() {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [draft, setDraft] = useState<string | null>(null)
  const { search, change } = useThinkingSearch()
  useShortcuts('Search', [{ keys: '/', label: 'Search the sessions', run: () => field.current?.focus() }])
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void change({ text: typed.trim() || null })
      setDraft(null)
    }, TYPING_MS)
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Input
        ref={field}
        type="search"
        aria-label="Search sessions"
        placeholder="Target or session id"
        maxLength={200}
        icon={<Search aria-hidden />}
        className="w-60 max-sm:w-full"
        value={draft ?? search.text ?? ''}
        onChange={(event) => type(event.target.value)}
      />
      <SegmentedControl
        label="State"
        value={search.state ?? ANY}
        onChange={(value) => change({ state: sessionStates.find((state) => state === value) ?? null })}
        segments={[
          { value: ANY, label: 'All' },
          ...sessionStates.map((state) => ({ value: state, label: sessionStateLabels[state] })),
        ]}
      />
    </div>
  )
}
