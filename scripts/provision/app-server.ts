import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '@/lib/env'
import { keepAuthSecret } from './auth-secret'
import { TransientError } from './failures'
import { endProcess } from './processes'
import { Refusal } from './progress'
import { askReady } from './start-lock'
import { unlessStopped } from './stop-signal'

// Loaded first: a log on a full disk, or one that nobody reads any more, must not end the app.
const bearLostOutput = new URL('./bear-lost-output.mjs', import.meta.url).href

// Room for what lives shortly grows to 128 MB by itself and is never given back; serve.mjs collects what is left once it rests.
const FRUGAL = ['--max-semi-space-size=16', '--expose-gc']
// By itself glibc keeps an arena for each thread and processor, and what was freed in them.
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

// What serve.mjs takes to let requests end, and a moment more.
const DRAIN_MS = 12_000

export type AppServer = {
  pid: number
  /** Settles when the process ends, with how it ended. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** What the app reads from its environment: what was inherited, with everything this start decided filled in. */
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

/** Where this machine reaches the app, whatever name people use for it. */
export function localUrl(env: Env, pathname: string) {
  const host = env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST === '::' ? '[::1]' : env.HOST
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${env.PORT}${pathname}`
}

/** Serves the built app. What it logs goes to `logFile`, or to the output of this process when that is null. */
export function serveApp(env: Env, environment: NodeJS.ProcessEnv, logFile: string | null): AppServer {
  const log = logFile === null ? null : openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [...FRUGAL, '--import', bearLostOutput, 'scripts/provision/serve.mjs'], {
    env: { ...FEW_ARENAS, ...environment, NODE_ENV: 'production' },
    // A group of its own: Ctrl-C at the terminal is passed on in order, the app before its database.
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

type Waiting = {
  /** Where given, an app that answers that it is not ready is waited for as long as it lives, and told so once. */
  onWaiting?: (reason: string) => void
  timeoutMs?: number
}

/**
 * Waits until the app can work: process up, database reached, migrations applied.
 * @throws TransientError when somebody ended it, Refusal when it ended by itself first or does not answer within `timeoutMs`.
 */
export async function waitUntilReady(
  app: AppServer,
  url: string,
  stop: AbortSignal,
  { onWaiting, timeoutMs = 60_000 }: Waiting = {},
): Promise<void> {
  let deadline = Date.now() + timeoutMs
  let end: string | undefined
  let isTold = false
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
      deadline = Date.now() + timeoutMs
      if (!isTold) onWaiting(answer)
      isTold = true
    }
    if (Date.now() > deadline)
      throw new Refusal(`The app does not say it is ready at ${url} within ${timeoutMs / 1000} s.`)
    await sleep(100)
  }
}
