import { setTimeout as sleep } from 'node:timers/promises'
import { ingestResult } from '@/lib/contracts/ingest'
import type { RunBody } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { runBodyMaker } from '../bench/run-bodies'

/** What was sent, and what was acknowledged. */
export type Ledger = {
  /** How many nodes each run was sent with, by its client id. */
  sent: Map<string, number>
  acknowledged: Set<string>
  /** Requests that were retried. */
  retried: number
  /** Answers that no fault excuses. */
  faults: string[]
  longestWaitMs: number
}

export const newLedger = (): Ledger => ({
  sent: new Map(),
  acknowledged: new Set(),
  retried: 0,
  faults: [],
  longestWaitMs: 0,
})

type Sending = { baseUrl: string; keys: readonly string[]; seed: number; ledger: Ledger }

const RUNS_AT_A_TIME = 3
const PAUSE_MS = 20
const PATIENCE_MS = 180_000

/**
 * Starts one sender per key that posts runs, one delivery after another, and retries each until it is acknowledged.
 * @returns a function that stops the senders once their current deliveries are acknowledged
 */
export function startSenders({ baseUrl, keys, seed, ledger }: Sending): () => Promise<void> {
  let isOver = false
  const send = async (key: string, place: number) => {
    const make = runBodyMaker(seededRng(seed + place), `s${seed}-${place}`, new Date())
    while (!isOver) {
      const runs = Array.from({ length: RUNS_AT_A_TIME }, make)
      for (const { id, nodes = [] } of runs) ledger.sent.set(id, nodes.length)
      await deliver(baseUrl, key, runs, ledger)
      await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(keys.map(send))
  return async () => {
    isOver = true
    await all
  }
}

/** Sends runs until they are acknowledged, like a sender that must not lose one. */
export async function deliver(baseUrl: string, key: string, runs: readonly RunBody[], ledger: Ledger): Promise<void> {
  const startedAt = performance.now()
  const body = JSON.stringify({ runs })
  for (let tries = 0; performance.now() - startedAt < PATIENCE_MS; tries++) {
    if (tries > 0) ledger.retried++
    const answer = await post(baseUrl, key, body)
    if (answer.status === 200) {
      const { accepted, rejected } = ingestResult.parse(JSON.parse(answer.text))
      for (const { id } of accepted) ledger.acknowledged.add(id)
      if (rejected.length > 0) ledger.faults.push(`a run was rejected: ${rejected[0]?.reason}`)
      ledger.longestWaitMs = Math.max(ledger.longestWaitMs, performance.now() - startedAt)
      return
    }
    const isExcused = answer.status === 0 || ((answer.status === 503 || answer.status === 429) && answer.retryAfter)
    if (!isExcused) ledger.faults.push(`POST /api/v1/runs answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    await sleep(250)
  }
  ledger.faults.push(`no acknowledgement within ${PATIENCE_MS / 1000} s`)
}

type Answer = { status: number; text: string; retryAfter: boolean }

/** Returns the answer to a delivery; status 0 without one. */
async function post(baseUrl: string, key: string, body: string): Promise<Answer> {
  try {
    const response = await fetch(`${baseUrl}/api/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(30_000),
    })
    const retryAfter = response.headers.has('retry-after')
    return { status: response.status, text: await response.text(), retryAfter }
  } catch {
    return { status: 0, text: '', retryAfter: false }
  }
}
