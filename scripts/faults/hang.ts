import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from '@/lib/db/on-database'
import { processTree } from '../bench/process-tree'
import type { FaultDesk } from './fault-desk'

/** What stops: the whole server, or its open connections while it accepts new ones, as behind a firewall that forgot them. */
export type Stopped = 'server' | 'connections'

export type Hang = {
  stopped: Stopped
  /** Time from stopping the database until /readyz answered 503. */
  noticedMs: number
  /** Requests sent while it hung, and those not answered as expected: with 503 and Retry-After, or over a new connection as ever. */
  asked: number
  wrong: string[]
  slowestMs: number
}

/** Stops processes of the database for so long, then continues them. Until then the server must report it and answer every request. */
export async function hang(desk: FaultDesk, stopped: Stopped, ms: number): Promise<Hang> {
  const { baseUrl } = desk
  const processes =
    stopped === 'server' ? processTree(desk.pids().postmaster) : await openConnections(desk.databaseUrl())
  const result: Hang = { stopped, noticedMs: Number.POSITIVE_INFINITY, asked: 0, wrong: [], slowestMs: 0 }
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const startedAt = performance.now()
  const asking = Promise.all(Array.from({ length: 10 }, () => ask(baseUrl, result)))
  try {
    while (performance.now() - startedAt < ms) {
      const status = await fetch(`${baseUrl}/readyz`).then(
        (response) => response.status,
        () => 0,
      )
      if (status === 503) result.noticedMs = Math.min(result.noticedMs, performance.now() - startedAt)
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
    const isRefused = response.status === 503 && response.headers.has('retry-after')
    const isExpected = isRefused || (result.stopped === 'connections' && response.status === 401)
    if (!isExpected) result.wrong.push(`answered ${response.status}`)
  } catch (error) {
    result.wrong.push(`no answer: ${error instanceof Error ? error.message : error}`)
  }
  result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt)
}

/** The processes that serve the open connections to a database. */
async function openConnections(url: string): Promise<number[]> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  })
}
