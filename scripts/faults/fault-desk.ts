import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { noSettings } from '@/lib/env'
import { withTypescript } from '../provision/exec-node.mjs'
import { databaseUrl } from '../provision/postgres-connection'
import { readPostgresState } from '../provision/postgres-state'
import { findFreePort, waitForExit } from '../provision/processes'
import { Refusal } from '../provision/progress'
import { askReady } from '../provision/start-lock'
import { adminSettings } from '../testing/built-desk'
import type { ForeignServers } from './foreign-servers'
import { makeFolder, removeFolder } from './scene'

// A busy machine may take long.
const START_WITHIN_MS = 300_000
const lockSchema = z.object({ app: z.object({ pid: z.number() }).nullable() })

/** A server as `npm start` runs it, in processes that can be killed one by one. */
export type FaultDesk = {
  baseUrl: string
  dataDir: string
  databaseUrl: () => string
  pids: () => { launcher: number; app: number; postmaster: number }
  /** Set if the database is an external one, which the launcher does not restart. */
  servers?: ForeignServers | undefined
  /** Starts the launcher again, as the machine's service manager would. */
  relaunch: () => Promise<void>
  logs: () => string
  stop: () => Promise<void>
}

type Wanted = {
  dataDir?: string
  /** The caller removes the folder. */
  keepsFolder?: boolean
  environment?: Record<string, string>
  servers?: ForeignServers | undefined
}

/**
 * Starts a server on its own data folder and port.
 * @throws Refusal if it is not ready within five minutes
 */
export async function openFaultDesk({
  dataDir = makeFolder('faults'),
  keepsFolder = false,
  environment,
  servers,
}: Wanted = {}): Promise<FaultDesk> {
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const logFile = path.join(makeFolder('faults-log'), 'desk.log')
  const env = {
    ...process.env,
    ...noSettings,
    DATA_DIR: dataDir,
    PORT: String(port),
    ...adminSettings,
    LOG_LEVEL: 'warn',
    ...(servers && { DATABASE_URL: servers.databaseUrl }),
    ...environment,
  }
  let launcher = launch(env, logFile)
  const desk: FaultDesk = {
    baseUrl,
    dataDir,
    servers,
    databaseUrl: () => servers?.databaseUrl ?? databaseUrl(stateOf(dataDir)),
    pids: () => ({
      launcher: launcher.pid ?? 0,
      app: lockSchema.parse(JSON.parse(readFileSync(path.join(dataDir, 'start.lock'), 'utf8'))).app?.pid ?? 0,
      postmaster: servers ? servers.coordinator.pid() : postmasterOf(dataDir),
    }),
    async relaunch() {
      await ended(launcher)
      launcher = launch(env, logFile)
    },
    logs: () => readFileSync(logFile, 'utf8'),
    async stop() {
      launcher.kill('SIGTERM')
      await ended(launcher)
      removeFolder(path.dirname(logFile))
      const cluster = readPostgresState(dataDir)?.cluster
      if (cluster && !cluster.startsWith(dataDir)) removeFolder(path.dirname(cluster))
      if (!keepsFolder) removeFolder(dataDir)
    },
  }
  if ((await readyAfter(baseUrl, START_WITHIN_MS)) === null) {
    const log = desk.logs()
    await desk.stop()
    throw new Refusal(`The server did not become ready:\n${log.slice(-4_000)}`)
  }
  return desk
}

function launch(env: NodeJS.ProcessEnv, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  // The IPC channel ends the launcher when this process dies, however it dies.
  const child = spawn(process.execPath, [...withTypescript, 'scripts/start.ts', '--as-built'], {
    env,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  return child
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function stateOf(dataDir: string) {
  const state = readPostgresState(dataDir)
  if (!state) throw new Error(`${dataDir} has no database`)
  return state
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(stateOf(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Kills a process and waits until it is gone. A missing pid is fine. */
export async function kill(pid: number): Promise<void> {
  if (pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  await waitForExit(pid, 5_000)
}

const STEADY_MS = 1_000

/** Waits until the server has been ready for a second. Resolves to the ms until then; null on a timeout. */
export async function readyAfter(baseUrl: string, timeoutMs: number): Promise<number | null> {
  const startedAt = performance.now()
  let since: number | null = null
  while (performance.now() - startedAt < timeoutMs) {
    const isReady = (await askReady(`${baseUrl}/readyz`)) === 'ready'
    const now = performance.now()
    if (!isReady) since = null
    else if (since === null) since = now
    else if (now - since >= STEADY_MS) return since - startedAt
    await sleep(50)
  }
  return null
}
