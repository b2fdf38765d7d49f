'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { PopoverClose } from '@/components/ui/popover'
import { useTypedText } from '@/components/ui/use-typed-text'
import { formatCount } from '@/lib/presentation/format/number'
import { chainChoices } from '@/lib/queries/chain-search'

type ChainChoicesProps = {
  project: string
  value: string | null
  /** Label of the choice of no chain; null if a chain must be chosen. */
  none: string | null
  onChange: (chain: string | null) => void
}

/** The chains of an open picker, found on the server while typing: arrow keys move, Enter chooses. */
export function ChainChoices({ project, value, none, onChange }: ChainChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const close = useRef<HTMLButtonElement>(null)
  const { shown, type } = useTypedText(text, setText)
  const { data } = useQuery({ ...chainChoices(project, text), placeholderData: keepPreviousData })
  // Until the answer to what is typed arrives, Enter must not choose a chain that does not match it.
  const words = shown.toLowerCase().split(/\s+/)
  const names = (data?.chains ?? []).flatMap(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)) ? name : [],
  )
  const more = (data?.total ?? 0) - (data?.chains.length ?? 0)
  const choose = (chain: string | null) => {
    onChange(chain)
    close.current?.click()
  }
  return (
    <Command label="Find a chain" shouldFilter={false} loop>
      <Command.Input
        placeholder="Find a chain"
        maxLength={200}
        value={shown}
        onValueChange={type}
        className="mb-1 h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm focus-visible:outline-offset-0"
      />
      <Command.List className="max-h-64 overflow-y-auto">
        {none !== null && shown === '' && (
          <Choice value="none" label={none} isChosen={value === null} onChoose={() => choose(null)} />
        )}
        {names.map((name) => (
          <Choice
            key={name}
            value={`chain ${name}`}
            label={name}
            isChosen={name === value}
            onChoose={() => choose(name)}
          />
        ))}
        {data && <Command.Empty className="px-1.5 py-2 text-ink-3 text-xs">No matches.</Command.Empty>}
      </Command.List>
      {more > 0 && <p className="px-1.5 py-1 text-ink-3 text-xs">{formatCount(more)} more: type to find them.</p>}
      <PopoverClose>
        <button ref={close} type="button" hidden aria-hidden tabIndex={-1} />
      </PopoverClose>
    </Command>
  )
}

type ChoiceProps = { value: string; label: string; isChosen: boolean; onChoose: () => void }

function Choice({ value, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-7 items-center gap-2 rounded-sm px-1.5 text-sm data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </span>
      {isChosen && <Check className="size-4 shrink-0" aria-label="chosen" />}
    </Command.Item>
  )
}
