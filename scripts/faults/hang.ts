import { setTimeout as sleep } from 'node:timers/promises'
import { processTree } from '../bench/process-tree'
import type { FaultDesk } from './fault-desk'

export type Hang = {
  /** Time from stopping the database until /readyz answered 503. */
  noticedMs: number
  /** The slowest answer of /readyz while it hung. */
  readyzMs: number
  /** Requests sent while it hung, and those not answered with 503 and Retry-After. */
  asked: number
  wrong: string[]
  slowestMs: number
}

/** Stops the database's processes for so long, then continues them. Until then the server must report it and answer every request. */
export async function hang({ baseUrl, pids }: FaultDesk, ms: number): Promise<Hang> {
  const processes = processTree(pids().postmaster)
  const result: Hang = { noticedMs: Number.POSITIVE_INFINITY, readyzMs: 0, asked: 0, wrong: [], slowestMs: 0 }
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const startedAt = performance.now()
  const asking = Promise.all(Array.from({ length: 10 }, () => ask(baseUrl, result)))
  try {
    while (performance.now() - startedAt < ms) {
      const askedAt = performance.now()
      const status = await fetch(`${baseUrl}/readyz`).then(
        (response) => response.status,
        () => 0,
      )
      const now = performance.now()
      result.readyzMs = Math.max(result.readyzMs, now - askedAt)
      if (status === 503) result.noticedMs = Math.min(result.noticedMs, now - startedAt)
      await sleep(100)
    }
    await asking
  } finally {
    for (const pid of processes.toReversed()) {
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // Exited while it was stopped.
      }
    }
  }
  return result
}

/** A request with a key, whose lookup needs the database. */
async function ask(baseUrl: string, result: Hang): Promise<void> {
  const startedAt = performance.now()
  result.asked++
  try {
    const response = await fetch(`${baseUrl}/api/v1/runs`, {
      headers: { authorization: 'Bearer vrt_nobody-holds-this-key-at-all' },
      signal: AbortSignal.timeout(60_000),
    })
    const isExpected = response.status === 503 && response.headers.has('retry-after')
    if (!isExpected) result.wrong.push(`answered ${response.status}`)
  } catch (error) {
    result.wrong.push(`no answer: ${error instanceof Error ? error.message : error}`)
  }
  result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt)
}
