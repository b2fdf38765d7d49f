import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from '@/lib/db/on-database'
import { createTemplate, createTestDatabase, dropTestDatabases, listServers } from '@/lib/operations/testing/database'
import { isAlive } from '../provision/processes'

/** A PostgreSQL server on this machine without a supervisor. */
export type ForeignServer = { url: string; pid: () => number; start: () => Promise<void> }

/** The coordinator of a Citus cluster, or a single server, and its workers, with a separate database on it. */
export type ForeignServers = {
  databaseUrl: string
  coordinator: ForeignServer
  workers: ForeignServer[]
  remove: () => Promise<void>
}

const START_WITHIN_MS = 60_000

/** Creates a database on a local server or cluster that may be killed. */
export async function openForeignServers(serverUrl: string): Promise<ForeignServers> {
  await createTemplate(serverUrl, process.pid)
  const databaseUrl = await createTestDatabase(serverUrl, process.pid, 'faults')
  const [coordinator, ...workers] = await Promise.all((await listServers(serverUrl)).map(describe))
  if (coordinator === undefined) throw new Error('a server is at least itself')
  return { databaseUrl, coordinator, workers, remove: () => dropTestDatabases(serverUrl, process.pid) }
}

/** Reads how to start a server again: with the options in its data folder, as the folder's owner. */
async function describe(url: string): Promise<ForeignServer> {
  const [row] = await ask<{ folder: string }>(url, `SELECT current_setting('data_directory') AS folder`)
  const folder = row?.folder ?? ''
  const { uid, gid } = statSync(folder)
  const words = readFileSync(path.join(folder, 'postmaster.opts'), 'utf8').match(/"[^"]*"|\S+/g) ?? []
  const [program = '', ...args] = words.map((word) => word.replaceAll('"', ''))
  return {
    url,
    pid: () => pidIn(folder),
    async start() {
      const deadline = Date.now() + START_WITHIN_MS
      while (Date.now() < deadline) {
        // Remains of a killed server may block the next start for a moment.
        if (!isAlive(pidIn(folder))) rmSync(path.join(folder, 'postmaster.pid'), { force: true })
        const log = openSync(`${folder}.log`, 'a')
        // libpq looks for certificates in HOME, which the server's account must be able to read.
        const env = { ...process.env, HOME: folder }
        const server = spawn(program, args, { uid, gid, cwd: folder, env, detached: true, stdio: ['ignore', log, log] })
        closeSync(log)
        server.unref()
        while (server.exitCode === null && Date.now() < deadline) {
          if (await answers(url)) return
          await sleep(100)
        }
      }
      throw new Error(`the server in ${folder} did not start again`)
    },
  }
}

function pidIn(folder: string): number {
  const file = path.join(folder, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

const answers = (url: string) =>
  ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  )

async function ask<T extends object>(url: string, sql: string): Promise<T[]> {
  return onDatabase(url, async (client) => (await client.query<T>(sql)).rows, { connectionTimeoutMillis: 5_000 })
}
