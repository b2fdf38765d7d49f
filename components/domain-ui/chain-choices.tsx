'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { PopoverClose } from '@/components/ui/popover'
import { useTypedText } from '@/components/ui/use-typed-text'
import { facetsMost } from '@/lib/contracts/vocabulary'
import { formatCount } from '@/lib/presentation/format/number'
import { chainChoices } from '@/lib/queries/chain-search'
import { queryOf } from '@/lib/queries/query-of'

type ChainChoicesProps = {
  project: string
  value: string | null
  /** Label of the choice of no chain; null if a chain must be chosen. */
  none: string | null
  onChange: (chain: string | null) => void
}

/** The chains of an open picker. */
export function ChainChoices({ project, value, none, onChange }: ChainChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const { data } = useQuery({ ...chainChoices(project, text), placeholderData: keepPreviousData })
  const more = (data?.total ?? 0) - (data?.chains.length ?? 0)
  return (
    <Choices
      noun="chain"
      names={data?.chains.map(({ name }) => name) ?? null}
      more={more > 0 ? `${formatCount(more)} more` : null}
      text={text}
      onText={setText}
      value={value}
      none={none}
      onChange={onChange}
    />
  )
}

type VersionChoicesProps = {
  project: string
  chain: string
  value: string | null
  onChange: (version: string) => void
}

/** The versions of an open picker, newest first. */
export function VersionChoices({ project, chain, value, onChange }: VersionChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const input = { chain: [chain], ...(text && { version: text }) }
  const { data } = useQuery({
    ...queryOf('GET /api/v1/runs/facets', input, { project }),
    placeholderData: keepPreviousData,
  })
  const names = data?.chains.find(({ name }) => name === chain)?.versions ?? null
  return (
    <Choices
      noun="version"
      names={names}
      more={names !== null && names.length >= facetsMost.versions ? 'There are more' : null}
      text={text}
      onText={setText}
      value={value}
      none={null}
      onChange={(version) => version !== null && onChange(version)}
    />
  )
}

type ChoicesProps = {
  noun: string
  /** Null until they are loaded. */
  names: readonly string[] | null
  /** Says how many more there are; null if there are none. */
  more: string | null
  text: string | null
  onText: (text: string | null) => void
  value: string | null
  none: string | null
  onChange: (name: string | null) => void
}

/** The names of an open picker, found on the server while typing: arrow keys move, Enter chooses. */
function Choices({ noun, names, more, text, onText, value, none, onChange }: ChoicesProps) {
  const close = useRef<HTMLButtonElement>(null)
  const { shown, type } = useTypedText(text, onText)
  // Until the answer to what is typed arrives, Enter must not choose a name that does not match it.
  const words = shown.toLowerCase().split(/\s+/)
  const found = (names ?? []).filter((name) => words.every((word) => name.toLowerCase().includes(word)))
  const choose = (name: string | null) => {
    onChange(name)
    close.current?.click()
  }
  return (
    <Command label={`Find a ${noun}`} shouldFilter={false} loop>
      <Command.Input
        placeholder={`Find a ${noun}`}
        maxLength={200}
        value={shown}
        onValueChange={type}
        className="mb-1 h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm focus-visible:outline-offset-0"
      />
      <Command.List className="max-h-64 overflow-y-auto">
        {none !== null && shown === '' && (
          <Choice value="none" label={none} isChosen={value === null} onChoose={() => choose(null)} />
        )}
        {found.map((name) => (
          <Choice
            key={name}
            value={`${noun} ${name}`}
            label={name}
            isChosen={name === value}
            onChoose={() => choose(name)}
          />
        ))}
        {names && <Command.Empty className="px-1.5 py-2 text-ink-3 text-xs">No matches.</Command.Empty>}
      </Command.List>
      {more && <p className="px-1.5 py-1 text-ink-3 text-xs">{more}: type to find them.</p>}
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
