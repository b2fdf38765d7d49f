import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { withTypescript } from '@/scripts/provision/hand-over.mjs'
import { PATIENCE } from './patience'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Runs all jobs in a separate process until `isInside` resolves, then kills it with SIGKILL: no handler runs and no transaction
 * ends, as in a power failure.
 */
export async function killInside(isInside: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [...withTypescript, file('job-worker.ts')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (part) => {
    complaint += part
  })
  const ended = once(child, 'exit')
  const early = ended.then(([code]) => {
    throw new Error(`the worker ended by itself with ${code}: ${complaint}`)
  })
  try {
    await Promise.race([isInside(), early])
  } finally {
    early.catch(() => {})
    child.kill('SIGKILL')
    await ended
  }
}

/** A lock that blocks workers in the middle of their work. */
export type Hold = {
  /** Resolves when this many connections wait for the lock. */
  isWantedBy: (count: number) => Promise<void>
  release: () => Promise<void>
}

/** Locks a table against writes. */
export async function holdTable(table: string): Promise<Hold> {
  const client = new Client({ connectionString: getDatabaseUrl() })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const watch = new Client({ connectionString: getDatabaseUrl() })
  await watch.connect()
  await client.query('BEGIN')
  await client.query(`LOCK TABLE ${client.escapeIdentifier(table)} IN EXCLUSIVE MODE`)
  return {
    async isWantedBy(count) {
      await vi.waitFor(async () => {
        const blocked = await watch.query(
          'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid)) AND datname = current_database()',
          [rows[0]?.pid],
        )
        expect(blocked.rowCount).toBeGreaterThanOrEqual(count)
      }, PATIENCE)
    },
    async release() {
      await client.end()
      await watch.end()
    },
  }
}

/** A clock that runs this many minutes ahead. */
export function backAfter(minutes: number): () => Date {
  const since = Date.now()
  return () => new Date(since + minutes * 60_000)
}
