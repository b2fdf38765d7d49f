'use client'

import { clsx } from 'clsx'
import { createContext, use, useSyncExternalStore } from 'react'
import { HOUR_MS, SECOND_MS } from '@/lib/contracts/durations'
import {
  formatDate,
  formatDateTime,
  formatMoment,
  formatRelative,
  formatRemaining,
  formatRemainingShort,
} from '@/lib/presentation/format/date'
import { useBrowserValue } from './browser-value'
import { type Tone, toneText } from './tone'

type TimeProps = { iso: string | null; className?: string }

/** A date and time, with its time zone. */
export function AbsoluteTime({ iso, className }: TimeProps) {
  const timeZone = useTimeZone()
  return (
    <time dateTime={iso ?? undefined} title={iso ? formatMoment(iso, timeZone) : undefined} className={className}>
      {formatDateTime(iso, timeZone)}
    </time>
  )
}

/** "12 min ago"; the absolute time in the tooltip. */
export function RelativeTime({ iso, className }: TimeProps) {
  const timeZone = useTimeZone()
  const now = useNow(15_000)
  return (
    <time dateTime={iso ?? undefined} title={iso ? formatMoment(iso, timeZone) : undefined} className={className}>
      {now === null ? formatDate(iso, timeZone) : formatRelative(iso, now, timeZone)}
    </time>
  )
}

const URGENT_MS = 2 * HOUR_MS

type CountdownProps = {
  deadlineAt: string
  /** Shows only the remaining time, from two hours on without minutes; the absolute time moves to the tooltip. */
  compact?: boolean
  /** Keeps the colour of the surrounding text. */
  inherit?: boolean
}

/** A deadline as absolute and remaining time. */
export function Countdown({ deadlineAt, compact = false, inherit = false }: CountdownProps) {
  const timeZone = useTimeZone()
  const now = useNow()
  const leftMs = now === null ? null : new Date(deadlineAt).getTime() - now
  const absolute = formatDateTime(deadlineAt, timeZone)
  const remaining = leftMs === null || now === null ? null : remainingText(leftMs, compact, deadlineAt, now, timeZone)
  return (
    <time dateTime={deadlineAt} title={formatMoment(deadlineAt, timeZone)} className="sm:whitespace-nowrap">
      {(!compact || remaining === null) && <span>{absolute}</span>}
      {!compact && remaining !== null && ', '}
      {remaining !== null && leftMs !== null && (
        <span className={clsx('font-medium', !inherit && toneText[toneOf(leftMs)])}>{remaining}</span>
      )}
    </time>
  )
}

function remainingText(leftMs: number, isShort: boolean, deadlineAt: string, now: number, timeZone: string): string {
  if (leftMs <= 0) return `passed ${formatRelative(deadlineAt, now, timeZone)}`
  return `${isShort ? formatRemainingShort(leftMs) : formatRemaining(leftMs)} left`
}

function toneOf(leftMs: number): Tone {
  if (leftMs <= 0) return 'fail'
  return leftMs < URGENT_MS ? 'review' : 'neutral'
}

let aheadMs = 0
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function readClock() {
  now = Math.floor((Date.now() - aheadMs) / SECOND_MS) * SECOND_MS
}

/** Has times be told by the clock of the server, since that of the reader may be wrong. */
export function correctClock(serverMs: number): void {
  aheadMs = Date.now() - serverMs
}

function tick() {
  readClock()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) readClock()
  timer ??= setInterval(tick, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function snapshot() {
  if (!timer) readClock()
  return now
}

/** When the server rendered the page, in ms since the epoch; null outside a provider. */
export const RenderedAt = createContext<number | null>(null)

/**
 * Returns the current time in ms since the epoch, rounded down to `stepMs`. The server and the first client render use the time the
 * page was rendered at, so that hydration matches; null if that is unknown. All callers share one timer.
 */
export function useNow(stepMs = SECOND_MS): number | null {
  const renderedAt = use(RenderedAt)
  const inSteps = (ms: number) => Math.floor(ms / stepMs) * stepMs
  return useSyncExternalStore(
    subscribe,
    () => inSteps(snapshot()),
    () => (renderedAt === null ? null : inSteps(renderedAt)),
  )
}

/** The time zone of the project, in which all of its dates are shown; null outside a project. */
export const ProjectTimeZone = createContext<string | null>(null)

/**
 * Returns the project's time zone. Outside a project it is the user's; there it is UTC on the server and in the first client render, so
 * that hydration matches.
 */
export function useTimeZone(): string {
  const ofProject = use(ProjectTimeZone)
  const ofUser = useBrowserValue(() => Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC')
  return ofProject ?? ofUser
}
