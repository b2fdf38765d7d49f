import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from './provision/app-server'
import { ensureBuilt } from './provision/build'
import { prepareDatabase } from './provision/database'
import { loadEnvironment } from './provision/environment'
import { firstRun } from './provision/first-run'
import { isPortFree } from './provision/processes'
import { Refusal, runTask, say, secondsSince, step } from './provision/progress'
import { type StartLock, takeStartLock } from './provision/start-lock'
import { stopSignal } from './provision/stop-signal'
import { type Desk, stopDesk, supervise } from './provision/supervise'

const startedAt = performance.now()

/** `npm start`: everything the desk needs, then the desk, until it is told to stop. */
runTask(async () => {
  const env = loadEnvironment()
  mkdirSync(env.DATA_DIR, { recursive: true })
  const readyUrl = localUrl(env, '/readyz')
  const lock = await takeStartLock(env.DATA_DIR, { port: env.PORT, url: env.APP_URL, readyUrl })
  if ('servedAt' in lock) {
    say(`Already running at ${lock.servedAt} (process ${lock.pid}).`)
    return 0
  }
  const stop = stopSignal()
  const desk: Desk = {}
  try {
    await serve(env, desk, lock, stop)
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    say('\nStopping …')
    await stopDesk(desk)
    lock.release()
  }
  say('Stopped.')
  return 0
})

async function serve(env: Env, desk: Desk, lock: StartLock, stop: AbortSignal) {
  if (!(await isPortFree(env.PORT, env.HOST))) {
    throw new Refusal(
      `PORT ${env.PORT} on ${env.HOST} is taken by another program. Stop that, or set PORT to another number.`,
    )
  }
  const database = await prepareDatabase(env, desk)
  stop.throwIfAborted()
  await step('Build', async (remark) => remark(await ensureBuilt(stop)))
  const environment = appEnvironment(env, database.url)
  // At a terminal the log would bury the address.
  const logFile = process.stdout.isTTY ? path.join(env.DATA_DIR, 'app.log') : null
  const launch = async (databaseUrl: string) => {
    const app = serveApp(env, { ...environment, DATABASE_URL: databaseUrl }, logFile)
    desk.app = app
    lock.noteApp(app.pid)
    await waitUntilReady(app, localUrl(env, '/readyz'), stop)
  }
  // Before the desk answers, so that whoever waits until it is ready finds the key and the admin there.
  const greeting = firstRun(environment)
  stop.throwIfAborted()
  await step('App', () => launch(database.url))
  say(`\nReady in ${secondsSince(startedAt)}: ${env.APP_URL}`)
  if (greeting) say(greeting)
  say(logFile === null ? 'Ctrl-C stops it.' : `Ctrl-C stops it. Log: ${logFile}`)
  await supervise(desk, { database: () => prepareDatabase(env, desk), app: launch }, stop)
}
