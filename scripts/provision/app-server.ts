import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '@/lib/env'
import { TransientError } from './failures'
import { writePrivately } from './postgres-state'
import { endProcess } from './processes'
import { Refusal, unlessStopped } from './progress'
import { askReady } from './start-lock'

// Loaded first: a log on a full disk, or a closed pipe, must not end the app.
const ignoreOutputErrors = new URL('./ignore-output-errors.mjs', import.meta.url).href

// By default V8's young generation grows to 128 MB and is never given back.
const FRUGAL = '--max-semi-space-size=16'
// By default glibc keeps an arena per thread and processor, with the memory freed in it.
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

// The time that serve.mjs takes to let requests end, and a margin.
const DRAIN_MS = 12_000

export type AppServer = {
  pid: number
  /** Settles when the process ends, with how it ended. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Returns the environment of the app: the inherited one, completed by the decisions of this start. */
export function appEnvironment(env: Env, databaseUrl: string, inherited = process.env): NodeJS.ProcessEnv {
  const secret = env.AUTH_SECRET ?? keepAuthSecret(env.DATA_DIR)
  return {
    ...inherited,
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(env.PORT),
    HOST: env.HOST,
    SHUTDOWN_GRACE: String(env.SHUTDOWN_GRACE),
    DATA_DIR: path.resolve(env.DATA_DIR),
    DATABASE_URL: databaseUrl,
    APP_URL: env.APP_URL,
    NEXTAUTH_URL: env.APP_URL,
    AUTH_SECRET: secret,
    NEXTAUTH_SECRET: secret,
  }
}

/** Returns the URL of the app on this machine, whatever its public name. */
export function localUrl(env: Env, pathname: string) {
  const host = env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST === '::' ? '[::1]' : env.HOST
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${env.PORT}${pathname}`
}

/** Serves the built app. Its log goes to `logFile`, or to the output of this process if that is null. */
export function serveApp(env: Env, environment: NodeJS.ProcessEnv, logFile: string | null): AppServer {
  const log = logFile === null ? null : openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [FRUGAL, '--import', ignoreOutputErrors, 'scripts/provision/serve.mjs'], {
    env: { ...FEW_ARENAS, ...environment, NODE_ENV: 'production' },
    // In its own process group: on Ctrl-C the launcher stops the app first, then its database.
    detached: true,
    stdio: log === null ? ['ignore', 'inherit', 'inherit'] : ['ignore', log, log],
  })
  if (log !== null) closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const pid = child.pid ?? 0
  return {
    pid,
    ended,
    stop: () => (pid ? endProcess(pid, 'SIGTERM', env.SHUTDOWN_GRACE * 1000 + DRAIN_MS) : Promise.resolve()),
  }
}

const TIMEOUT_MS = 60_000

type Waiting = {
  /** Called once if the app answers that it is not ready, which is then waited for as long as it lives. */
  onWaiting?: (reason: string) => void
}

/**
 * Waits until the app can work: process up, database reached, migrations applied.
 * @throws TransientError if it was ended by a signal, Refusal if it ended by itself or does not answer within a minute
 */
export async function waitUntilReady(
  app: AppServer,
  url: string,
  stop: AbortSignal,
  { onWaiting }: Waiting = {},
): Promise<void> {
  let deadline = Date.now() + TIMEOUT_MS
  let end: string | undefined
  let isAnnounced = false
  void app.ended.then((how) => {
    end = how
  })
  for (;;) {
    const answer = await unlessStopped(askReady(url), stop)
    if (end !== undefined) {
      const words = `The app cannot start: it ended before it was ready (${end}).`
      throw end.startsWith('SIG') ? new TransientError(words) : new Refusal(words)
    }
    if (answer === 'ready') return
    if (answer !== null && onWaiting) {
      deadline = Date.now() + TIMEOUT_MS
      if (!isAnnounced) onWaiting(answer)
      isAnnounced = true
    }
    if (Date.now() > deadline) throw new Refusal(`The app is not ready at ${url} after ${TIMEOUT_MS / 1000} s.`)
    await sleep(100)
  }
}

/** Returns the secret that signs sessions. It is created once in the data folder, readable by its owner only. */
function keepAuthSecret(dataDir: string): string {
  const kept = findAuthSecret(dataDir)
  if (kept !== undefined) return kept
  const made = randomBytes(32).toString('base64url')
  writePrivately(authSecretFile(dataDir), `${made}\n`)
  return made
}

/** Returns the secret that a start keeps in the data folder if AUTH_SECRET is not set. */
export function findAuthSecret(dataDir: string): string | undefined {
  const file = authSecretFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const authSecretFile = (dataDir: string) => path.join(dataDir, 'auth-secret')
