'use client'

import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { DraftKept } from '@/components/ui/draft-kept'
import { Textarea } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { Select } from '@/components/ui/select'
import type { BlindRun } from '@/lib/contracts/blind-reviews'
import type { RubricItem } from '@/lib/contracts/rubrics'
import { choicesOf, type RubricAnswers } from './rubric-answers'

type RubricFormProps = {
  items: readonly RubricItem[]
  nodes: BlindRun['nodes']
  form: RubricAnswers
  isLocked: boolean
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Rubric questions with keyboard support: 1 to 9 choose, up and down move between items. */
export function RubricForm({ items, nodes, form, isLocked }: RubricFormProps) {
  const frame = useRef<HTMLOListElement>(null)
  const move = (to: number) => {
    const index = Math.min(items.length - 1, Math.max(0, to))
    form.setActive(index)
    const row = frame.current?.querySelector<HTMLElement>(`[data-item="${index}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    if (items[index]?.kind === 'note') row?.querySelector('textarea')?.focus()
  }
  const choose = (digit: number) => {
    const item = items[form.active]
    const choice = item && choicesOf(item)[digit - 1]
    if (!item || !choice) return
    form.answer(item, { value: choice.value, ...onlyStep(item, nodes) })
    if (form.active < items.length - 1) move(form.active + 1)
  }
  useShortcuts(
    'Rubric',
    isLocked
      ? []
      : DIGITS.map((digit) => ({ keys: digit, label: `Choose ${digit}`, run: () => choose(Number(digit)) })),
  )
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isInControl = event.target instanceof HTMLElement && event.target.closest('textarea, input, select, [role]')
    if (step === 0 || isLocked || isInControl || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(form.active + step)
  })
  useEffect(() => {
    document.addEventListener('keydown', onArrow)
    return () => document.removeEventListener('keydown', onArrow)
  }, [])
  return (
    <>
      {form.clearKept && !isLocked && <DraftKept onClear={form.clearKept} />}
      <ol ref={frame} className="grid gap-1">
        {items.map((item, index) => (
          <li
            key={item.key}
            data-item={index}
            className={clsx(
              'border-l-2 py-2 pl-3',
              index === form.active && !isLocked ? 'border-l-accent' : 'border-l-line',
            )}
          >
            <Item
              item={item}
              nodes={nodes}
              form={form}
              isActive={index === form.active}
              isLocked={isLocked}
              onTouch={() => form.setActive(index)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** The step of an item about a step, where there is no choice. One that the desk chose, people would leave as it is. */
function onlyStep({ of }: RubricItem, nodes: BlindRun['nodes']) {
  const [node] = nodes
  return of === 'step' && node && nodes.length === 1 ? { nodeId: node.id } : {}
}

type ItemProps = {
  item: RubricItem
  nodes: BlindRun['nodes']
  form: RubricAnswers
  isActive: boolean
  isLocked: boolean
  onTouch: () => void
}

function Item({ item, nodes, form, isActive, isLocked, onTouch }: ItemProps) {
  const id = useId()
  const { value, nodeId } = form.answerOf(item)
  return (
    <fieldset disabled={isLocked} onFocus={onTouch} aria-describedby={item.hint ? `${id}-hint` : undefined}>
      <legend className="font-medium text-sm">
        {item.label}
        {!item.required && <span className="ml-1 font-normal text-ink-3">optional</span>}
      </legend>
      {item.hint && (
        <p id={`${id}-hint`} className="text-ink-3 text-xs">
          {item.hint}
        </p>
      )}
      {item.of === 'step' && (
        <Select
          label={`Step for ${item.label}`}
          value={nodeId ?? ''}
          onChange={(step) => form.answer(item, { nodeId: step })}
          options={nodes.map((node) => ({ value: node.id, label: node.name ?? node.id }))}
          placeholder="Choose a step"
          className="mt-1.5 w-full"
        />
      )}
      {item.kind === 'note' ? (
        <Textarea
          aria-label={item.label}
          rows={2}
          maxLength={5000}
          className="mt-1.5 w-full"
          value={typeof value === 'string' ? value : ''}
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
          onChange={(event) => form.answer(item, { value: event.target.value, ...onlyStep(item, nodes) })}
        />
      ) : (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {choicesOf(item).map((choice, place) => (
            <label
              key={choice.label}
              className={clsx(
                'relative inline-flex min-h-8 min-w-8 cursor-pointer items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm max-lg:min-h-10 max-lg:min-w-10',
                'has-focus-visible:outline-2 has-focus-visible:outline-accent',
                value === choice.value
                  ? 'border-accent-solid bg-accent-solid text-on-accent'
                  : 'bg-raised hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={`${id}-choice`}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0"
                checked={value === choice.value}
                onChange={() => form.answer(item, { value: choice.value, ...onlyStep(item, nodes) })}
              />
              {choice.label}
              {isActive && item.kind !== 'scale' && (
                <span className="max-lg:hidden">
                  <Kbd onColor={value === choice.value}>{place + 1}</Kbd>
                </span>
              )}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
