import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { build } from 'esbuild'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { PATIENCE } from './patience'

let program: Promise<string> | undefined

/** Bundles the worker once: loading its modules one by one takes each process three times as long. */
function bundleProgram(): Promise<string> {
  if (program) return program
  // Below the project's folder, where Node finds the libraries.
  const outfile = path.resolve(`dist/job-worker-${process.env.VITEST_POOL_ID}.mjs`)
  program = build({
    entryPoints: ['lib/operations/testing/job-worker.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'silent',
  }).then(() => outfile)
  return program
}

/**
 * Runs all jobs in a separate process until `isInside` resolves, then kills it with SIGKILL: no handler runs and no transaction
 * ends, as in a power failure.
 */
export async function killInside(isInside: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [await bundleProgram()], {
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
