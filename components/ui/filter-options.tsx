'use client'

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '@/lib/presentation/format/number'
import { hasWords, SEARCHABLE_FROM } from '@/lib/presentation/text/mark-words'
import { Checkbox } from './checkbox'
import { isTouched } from './floating/popover'
import { Input } from './input'
import { useTypedText } from './use-typed-text'

const SHOWN = 100

type FilterOption = { value: string; label: string; hint?: string | undefined }

export type FilterGroup = {
  title: string
  options: readonly FilterOption[]
  chosen: readonly string[]
  /** Whether there may be values beyond the options: one that is typed can then be chosen. */
  isPartial?: boolean
  /** Where the options come from a search for the typed text; `isCut`: it found more than the options. */
  search?: { text: string | null; isCut: boolean; onChange: (text: string | null) => void }
  onChange: (chosen: string[]) => void
}

/** Moves the focus from one value to the next, also from the field above them. Enter chooses a value, in the field the first one found. */
function onKey(event: KeyboardEvent<HTMLFieldSetElement>) {
  // Enter and the arrows also belong to the composition of a character.
  if (event.nativeEvent.isComposing) return
  const boxes: Element[] = [...event.currentTarget.querySelectorAll('input[type="checkbox"]')]
  if (event.key === 'Enter') {
    const { target } = event
    const box = boxes.find((one) => one === target) ?? (target instanceof HTMLInputElement && target.value && boxes[0])
    if (!(box instanceof HTMLElement)) return
    event.preventDefault()
    box.click()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const at = document.activeElement ? boxes.indexOf(document.activeElement) : -1
  const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? boxes.length - 1 : at - 1
  const box = boxes[(next + boxes.length) % boxes.length]
  if (!(box instanceof HTMLElement)) return
  event.preventDefault()
  box.focus()
}

/** The values of a filter as checkboxes, found by typing if there are many. */
export function OptionList({ group, isFirst }: { group: FilterGroup; isFirst: boolean }) {
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [local, setLocal] = useState<string | null>(null)
  const { text, isCut, onChange } = group.search ?? { text: local, isCut: false, onChange: setLocal }
  const { shown: wanted, type } = useTypedText(text, onChange)
  const typed = group.isPartial ? wanted.trim() : ''
  const isKnown = typed === '' || group.options.some(({ value }) => value === typed)
  const options = isKnown ? group.options : [...group.options, { value: typed, label: typed, hint: 'as typed' }]
  const found = options.filter(({ label, hint }) => hasWords(`${label} ${hint ?? ''}`, wanted))
  const isSearchable = group.options.length >= SEARCHABLE_FROM || group.isPartial === true || wanted !== ''
  const hasOptions = group.options.length > 0
  // A menu opened before they were loaded gave the focus to its frame.
  useEffect(() => {
    const active = document.activeElement
    if (
      isFirst &&
      !isTouched() &&
      (isSearchable || hasOptions) &&
      !(active instanceof HTMLInputElement || list.current?.contains(active))
    )
      list.current?.querySelector('input')?.focus()
  }, [isFirst, isSearchable, hasOptions])
  const toggle = (value: string, isChosen: boolean) =>
    group.onChange(isChosen ? [...group.chosen, value] : group.chosen.filter((chosen) => chosen !== value))
  return (
    <fieldset ref={list} onKeyDown={onKey} className="min-w-0 not-first:mt-2 not-first:border-t not-first:pt-2">
      <legend className="eyebrow float-left w-full px-1.5 py-1">{group.title}</legend>
      {isSearchable && (
        <Input
          aria-label={`Find in ${group.title.toLowerCase()}`}
          placeholder="Find"
          value={wanted}
          maxLength={200}
          onChange={(event) => type(event.target.value)}
          className="mb-1 w-full"
        />
      )}
      <ul className="clear-both max-h-64 pointer-coarse:max-h-96 overflow-y-auto">
        {found.slice(0, SHOWN).map((option) => (
          <li key={option.value}>
            <label
              htmlFor={`${id}-${option.value}`}
              className="flex min-h-7 pointer-coarse:min-h-10 cursor-pointer items-center gap-2 rounded-sm px-1.5 hover:bg-hover"
            >
              <Checkbox
                id={`${id}-${option.value}`}
                checked={group.chosen.includes(option.value)}
                onCheckedChange={(checked) => toggle(option.value, checked === true)}
              />
              <span className="min-w-0 flex-1 truncate" title={option.label}>
                {option.label}
              </span>
              {option.hint && <span className="text-ink-3 text-xs">{option.hint}</span>}
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && !(group.isPartial && wanted === '') && (
        <p className="clear-both px-1.5 py-2 text-ink-3 text-xs">{wanted === '' ? 'None yet.' : 'No matches.'}</p>
      )}
      {(found.length > SHOWN || isCut || (group.isPartial && wanted === '')) && (
        <p className="px-1.5 py-1 text-ink-3 text-xs">
          {group.isPartial
            ? `${found.length === 0 ? 'Not listed' : 'More than these'}: type the whole name.`
            : `${isCut ? 'More than these' : `${formatCount(found.length - SHOWN)} more`}: type to find them.`}
        </p>
      )}
    </fieldset>
  )
}
