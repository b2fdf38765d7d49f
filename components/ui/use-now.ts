'use client'

import { useSyncExternalStore } from 'react'

const SECOND_MS = 1000

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function readClock() {
  now = Math.floor(Date.now() / SECOND_MS) * SECOND_MS
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

/**
 * The time in ms since the epoch, in whole steps of `stepMs`; null on the server and in the first render of the
 * browser, so that both write the same text. All readers share one timer.
 */
export function useNow(stepMs = SECOND_MS): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(snapshot() / stepMs) * stepMs,
    () => null,
  )
}
