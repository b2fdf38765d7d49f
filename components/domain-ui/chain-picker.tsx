'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Input, selectTriggerClass } from '@/components/ui/input'
import { Popover, PopoverClose } from '@/components/ui/popover'
import { useTypedText } from '@/components/ui/use-typed-text'
import { formatCount } from '@/lib/presentation/format/number'
import { chainChoices } from '@/lib/queries/chain-search'

type ChainPickerProps = {
  project: string
  /** Accessible name, unless a label refers to the id. */
  label?: string
  /** Name of the chosen chain; null if none is. */
  value: string | null
  onChange: (chain: string | null) => void
  /** Shown without a chosen chain. */
  placeholder: string
  /** Offers {@link placeholder} as a choice of no chain. */
  isOptional?: boolean
  id?: string | undefined
  disabled?: boolean
  className?: string
}

/** Choice of one chain, found by name on the server while typing. */
export function ChainPicker({ project, onChange, ...props }: ChainPickerProps) {
  const { label, value, placeholder, isOptional = false, id, disabled, className } = props
  const trigger = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-label={label}
      id={id}
      disabled={disabled}
      data-placeholder={value === null && !isOptional ? '' : undefined}
      className={clsx(selectTriggerClass, className ?? 'w-full')}
    >
      <span className="truncate">{value ?? placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <Popover trigger={trigger} label={label ?? 'Chain'} className="w-64 p-2!">
      <Choices project={project} value={value} none={isOptional ? placeholder : null} onChange={onChange} />
    </Popover>
  )
}

type ChoicesProps = Pick<ChainPickerProps, 'project' | 'value' | 'onChange'> & { none: string | null }

function Choices({ project, value, none, onChange }: ChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const { shown, type } = useTypedText(text, setText)
  const { data } = useQuery({ ...chainChoices(project, text), placeholderData: keepPreviousData })
  const names = data?.chains.map(({ name }) => name) ?? []
  const more = (data?.total ?? 0) - names.length
  return (
    <>
      <Input
        type="search"
        aria-label="Find a chain"
        placeholder="Find a chain"
        maxLength={200}
        value={shown}
        onChange={(event) => type(event.target.value)}
        className="mb-1 w-full"
      />
      <ul className="max-h-64 overflow-y-auto">
        {none !== null && text === null && (
          <Choice label={none} isChosen={value === null} onChoose={() => onChange(null)} />
        )}
        {names.map((name) => (
          <Choice key={name} label={name} isChosen={name === value} onChoose={() => onChange(name)} />
        ))}
      </ul>
      {data && names.length === 0 && <p className="px-1.5 py-2 text-ink-3 text-xs">No matches.</p>}
      {more > 0 && <p className="px-1.5 py-1 text-ink-3 text-xs">{formatCount(more)} more: type to find them.</p>}
    </>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <li>
      <PopoverClose>
        <button
          type="button"
          aria-current={isChosen || undefined}
          onClick={onChoose}
          className="flex min-h-7 w-full items-center gap-2 rounded-sm px-1.5 text-left text-sm hover:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate" title={label}>
            {label}
          </span>
          {isChosen && <Check className="size-4 shrink-0" aria-hidden />}
        </button>
      </PopoverClose>
    </li>
  )
}
