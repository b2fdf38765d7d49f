import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ingestResult } from '@/lib/contracts/ingest'
import type { RunBody } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { runBodyMaker } from '../bench/run-bodies'
import { traceBodyMaker } from '../bench/trace-bodies'

/** What was sent, and what was acknowledged. */
export type Ledger = {
  /** How many nodes each run was sent with, by its client id. */
  sent: Map<string, number>
  acknowledged: Set<string>
  /** Runs whose separately sent end was acknowledged. */
  ended: Set<string>
  /** Requests that were retried. */
  retried: number
  /** Answers that no fault excuses. */
  faults: string[]
  longestWaitMs: number
}

export const newLedger = (): Ledger => ({
  sent: new Map(),
  acknowledged: new Set(),
  ended: new Set(),
  retried: 0,
  faults: [],
  longestWaitMs: 0,
})

type Sending = { baseUrl: string; keys: readonly string[]; seed: number; ledger: Ledger }

const RUNS_AT_A_TIME = 3
const PAUSE_MS = 20
const PATIENCE_MS = 180_000

/** A request with runs; `nodes`: how many each of them has, by its client id. `ends`: what is sent about them once it is acknowledged. */
type Delivery = { path: string; body: object; nodes: ReadonlyMap<string, number>; ends?: End[] }

type End = { runId: string; end: Pick<RunBody, 'status' | 'output' | 'endedAt'> }

const nodesOf = (runs: readonly RunBody[]) => new Map(runs.map(({ id, nodes = [] }) => [id, nodes.length]))

/** What senders post at a time: a batch, runs of one request each, traces of one export each, or running runs and then their ends. */
const WAYS: ((seed: number, prefix: string) => () => Delivery[])[] = [
  (seed, prefix) => {
    const next = runBodyMaker(seededRng(seed), prefix, new Date())
    return () => [batchOf(Array.from({ length: RUNS_AT_A_TIME }, next))]
  },
  (seed, prefix) => {
    const next = runBodyMaker(seededRng(seed), prefix, new Date())
    return () =>
      Array.from({ length: RUNS_AT_A_TIME }, () => {
        const run = next()
        return { path: '/api/v1/runs', body: run, nodes: nodesOf([run]) }
      })
  },
  (seed) => {
    const next = traceBodyMaker(seededRng(seed), new Date())
    return () =>
      Array.from({ length: RUNS_AT_A_TIME }, () => {
        const { traceId, steps, request } = next()
        return { path: '/v1/traces', body: request, nodes: new Map([[traceId, steps]]) }
      })
  },
  (seed, prefix) => {
    const next = runBodyMaker(seededRng(seed), prefix, new Date())
    return () => {
      const whole = Array.from({ length: RUNS_AT_A_TIME }, next)
      const runs = whole.map(({ output: _, endedAt: __, ...run }) => ({ ...run, status: 'running' as const }))
      const ends = whole.map(({ id, output, endedAt }) => ({
        runId: id,
        end: { status: 'completed' as const, output, endedAt },
      }))
      return [{ ...batchOf(runs), ends }]
    }
  },
]

export const batchOf = (runs: readonly RunBody[]): Delivery => ({
  path: '/api/v1/runs',
  body: { runs },
  nodes: nodesOf(runs),
})

/**
 * Starts one sender per key, each in the next of {@link WAYS}, that posts runs and retries each request until it is acknowledged.
 * @returns a function that stops the senders once their current deliveries are acknowledged
 */
export function startSenders({ baseUrl, keys, seed, ledger }: Sending): () => Promise<void> {
  let isOver = false
  const send = async (key: string, place: number) => {
    const next = WAYS[place % WAYS.length]?.(seed + place, `s${seed}-${place}`)
    while (next && !isOver) {
      await Promise.all(next().map((delivery) => deliver(baseUrl, key, delivery, ledger)))
      await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(keys.map(send))
  return async () => {
    isOver = true
    await all
  }
}

/** Sends runs until they are acknowledged, then their ends, like a sender that must not lose one. */
export async function deliver(
  baseUrl: string,
  key: string,
  { path, body, nodes, ends = [] }: Delivery,
  ledger: Ledger,
): Promise<void> {
  for (const [id, count] of nodes) ledger.sent.set(id, count)
  const send = (method: 'POST' | 'PATCH', to: string, content: object) =>
    untilAcknowledged({ method, url: `${baseUrl}${to}`, key, body: JSON.stringify(content) }, ledger)
  if (!(await send('POST', path, body))) return
  for (const id of nodes.keys()) ledger.acknowledged.add(id)
  const end = async ({ runId, end }: End) => {
    if (await send('PATCH', `/api/v1/runs/${runId}`, end)) ledger.ended.add(runId)
  }
  await Promise.all(ends.map(end))
}

type Request = { method: 'POST' | 'PATCH'; url: string; key: string; body: string }

/** Sends a request until it is acknowledged; returns whether everything in it was taken. */
async function untilAcknowledged(request: Request, ledger: Ledger): Promise<boolean> {
  const startedAt = performance.now()
  for (let tries = 0; performance.now() - startedAt < PATIENCE_MS; tries++) {
    if (tries > 0) ledger.retried++
    const answer = await send(request)
    if (answer.status === 200) {
      const refusal = refusalIn(answer.text)
      if (refusal) ledger.faults.push(`a run was rejected: ${refusal}`)
      ledger.longestWaitMs = Math.max(ledger.longestWaitMs, performance.now() - startedAt)
      return refusal === undefined
    }
    const isExcused = answer.status === 0 || ((answer.status === 503 || answer.status === 429) && answer.retryAfter)
    if (!isExcused)
      ledger.faults.push(`${request.method} ${request.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    await sleep(250)
  }
  ledger.faults.push(`no acknowledgement within ${PATIENCE_MS / 1000} s`)
  return false
}

/** Why not all that was sent was taken; undefined if it was. */
function refusalIn(text: string): string | undefined {
  const answer: unknown = JSON.parse(text)
  const { partialSuccess } = exportAnswer.parse(answer)
  if (partialSuccess) return partialSuccess.errorMessage ?? 'a part of an export'
  const result = ingestResult.safeParse(answer)
  return result.data?.rejected[0]?.reason
}

const exportAnswer = z.object({ partialSuccess: z.object({ errorMessage: z.string().optional() }).optional() })

type Answer = { status: number; text: string; retryAfter: boolean }

/** Returns the answer to a request; status 0 without one. */
async function send({ method, url, key, body }: Request): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
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
