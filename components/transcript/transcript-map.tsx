'use client'

import { clsx } from 'clsx'
import { MessageSquare } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { formatPlural } from '@/lib/presentation/format/number'
import { flawTones, stepName, stepTitle } from '@/lib/presentation/labels/transcript'
import type { Step } from '@/lib/presentation/transcript/step'
import { type Reading, usePlace } from './reading'

type TranscriptMapProps = {
  steps: readonly Step[]
  /** Number of rows to render, as many as of the steps themselves. */
  count: number
  current: number | null
  /** Open comments by step. */
  comments: ReadonlyMap<string, number>
  reading: Reading
  onSelect: (place: number) => void
}

/** With more steps than this the list scrolls, so a compact strip is shown beside it. */
const STRIP_ABOVE = 30

/** Map of a run: one row per step with its problems and comments, and the reading position. A single tab stop. */
export const TranscriptMap = memo(function TranscriptMap(props: TranscriptMapProps) {
  const { steps, count, current, comments, reading, onSelect } = props
  const list = useRef<HTMLOListElement>(null)
  const place = usePlace(reading)
  const at = current ?? Math.max(0, place.first)
  useEffect(() => {
    const row = list.current?.children[at]
    if (row instanceof HTMLElement && list.current) scrollListTo(list.current, row)
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const row = document.activeElement?.closest('[data-map]')
    if (step === 0 || !(row instanceof HTMLElement)) return
    event.preventDefault()
    const next = list.current?.children[Number(row.dataset.map) + step]
    next?.querySelector('button')?.focus()
  }
  return (
    <nav aria-label="Map of the run" className="flex h-full min-h-0 gap-1.5">
      {steps.length > STRIP_ABOVE && <Strip steps={steps} comments={comments} place={place} />}
      <ol ref={list} onKeyDown={onKeyDown} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        {steps.slice(0, count).map((step, index) => (
          <MapRow
            key={step.id}
            step={step}
            place={index}
            isCurrent={index === at}
            isInSight={index >= place.first && index <= place.last}
            isRead={index <= place.furthest}
            comments={comments.get(step.id) ?? 0}
            onSelect={onSelect}
          />
        ))}
      </ol>
    </nav>
  )
})

type MapRowProps = {
  step: Step
  place: number
  isCurrent: boolean
  isInSight: boolean
  isRead: boolean
  comments: number
  onSelect: (place: number) => void
}

const MapRow = memo(function MapRow({ step, place, isCurrent, isInSight, isRead, comments, onSelect }: MapRowProps) {
  const [flaw] = step.flaws
  const isNested = step.role === 'tool' || step.role === 'retrieval' || step.role === 'check'
  return (
    <li data-map={place} className="map-row">
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'step' : undefined}
        aria-label={`${stepTitle(step, place)}${comments > 0 ? `, ${formatPlural(comments, 'open comment')}` : ''}`}
        onClick={() => onSelect(place)}
        className={clsx(
          isNested ? 'pl-3.5' : 'pl-1',
          isCurrent ? 'bg-selected font-medium' : isInSight && 'bg-hover',
          isRead ? 'text-ink' : 'text-ink-3',
        )}
      >
        {flaw ? <StatusShape status={flawTones[flaw.kind]} className="size-3" /> : <RoleMark step={step} />}
        <span className="min-w-0 flex-1 truncate">{stepName(step)}</span>
        {comments > 0 && <MessageSquare className="size-3 shrink-0 text-human-fg" aria-hidden />}
      </button>
    </li>
  )
})

/** Roles differ by shape: a disc for assistants and agents, a ring for users and system prompts, a square for the rest. */
function RoleMark({ step: { role, repeats } }: { step: Step }) {
  const shape =
    role === 'user' || role === 'system'
      ? 'rounded-full border border-ink-3 bg-transparent'
      : role === 'assistant' || role === 'agent'
        ? 'rounded-full bg-ink-3'
        : null
  return <span className={clsx('map-mark', shape, repeats !== null && 'opacity-50')} aria-hidden />
}

type StripProps = {
  steps: readonly Step[]
  comments: ReadonlyMap<string, number>
  place: { first: number; last: number; furthest: number }
}

/** Compact strip of the whole run: problems, comments, the visible range and the part already read. */
function Strip({ steps, comments, place }: StripProps) {
  const share = (index: number) => `${(index / Math.max(1, steps.length)) * 100}%`
  return (
    <span aria-hidden className="relative w-1.5 shrink-0 overflow-hidden rounded-full bg-sunken">
      {place.furthest >= 0 && (
        <span className="absolute inset-x-0 top-0 bg-line" style={{ height: share(place.furthest + 1) }} />
      )}
      {place.first >= 0 && (
        <span
          className="absolute inset-x-0 bg-line-control"
          style={{ top: share(place.first), height: share(place.last - place.first + 1) }}
        />
      )}
      {steps.map((step, index) => {
        const [flaw] = step.flaws
        if (!flaw && !comments.has(step.id)) return null
        return (
          <span
            key={step.id}
            style={{ top: share(index), minHeight: 3, height: share(1) }}
            className={clsx('absolute inset-x-0', flaw ? marks[flawTones[flaw.kind]] : 'bg-human')}
          />
        )
      })}
    </span>
  )
}

const marks = { fail: 'bg-fail', review: 'bg-review', unknown: 'bg-unknown' }

/** Scrolls only the list, never the page. */
function scrollListTo(list: HTMLElement, row: HTMLElement) {
  const top = row.offsetTop - list.offsetTop
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 3
}
