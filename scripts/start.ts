import path from 'node:path'
import type { Env } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from './provision/app-server'
import { assertBuilt, isComplete } from './provision/build'
import { runScript } from './provision/child-script'
import { collectAtRest } from './provision/collect-at-rest.mjs'
import { databasePart } from './provision/database'
import { loadEnvironment } from './provision/environment'
import { isPortFree } from './provision/processes'
import { print, Refusal, runTask, secondsSince, step, stopSignal, unlessStopped } from './provision/progress'
import { type StartLock, takeStartLock } from './provision/start-lock'
import { type Part, supervise } from './provision/supervise'

const startedAt = performance.now()

// `npm run start:production` builds nothing, and reports what is missing immediately.
const isAsBuilt = process.argv.includes('--as-built')

/** `npm start`: provides everything the app needs and runs it until it is stopped. */
runTask(async () => {
  const env = loadEnvironment()
  if (isAsBuilt) assertBuilt()
  const readyUrl = localUrl(env, '/readyz')
  const lock = await takeStartLock(env.DATA_DIR, { port: env.PORT, url: env.APP_URL, readyUrl })
  if ('servedAt' in lock) {
    print(`Already running at ${lock.servedAt} (process ${lock.pid}).`)
    return 0
  }
  const stop = stopSignal()
  stop.addEventListener('abort', () => print('\nStopping …'), { once: true })
  try {
    await serve(env, lock, stop)
  } finally {
    lock.release()
  }
  print('Stopped.')
  return 0
})

async function serve(env: Env, lock: StartLock, stop: AbortSignal) {
  await checkPort(env)
  // On a terminal the log would hide the URL.
  const logFile = process.stdout.isTTY ? path.join(env.DATA_DIR, 'app.log') : null
  const abandoned = new AbortController()
  const ahead = buildAhead(AbortSignal.any([stop, abandoned.signal]))
  const database = databasePart(env, ahead.clientGenerated)
  const app = appPart(env, lock, logFile, { needs: database.name, built: ahead.built })
  try {
    await supervise([database, app], stop, {
      onReady({ isFirst, afterMs }) {
        if (!isFirst) return print(`The desk is back after ${(afterMs / 1000).toFixed(1)} s.`)
        print(`\nReady in ${secondsSince(startedAt)}: ${env.APP_URL}`)
        if (database.greeting) print(database.greeting)
        collectAtRest()
        print(logFile === null ? 'Ctrl-C stops it.' : `Ctrl-C stops it. Log: ${logFile}`)
      },
    })
  } finally {
    abandoned.abort()
  }
}

type Ahead = { clientGenerated: Promise<void>; built: Promise<void> }

/** Builds what is missing while the database is created. The database waits for the client, and the app for the build. */
function buildAhead(stop: AbortSignal): Ahead {
  if (isAsBuilt || isComplete()) return { clientGenerated: Promise.resolve(), built: Promise.resolve() }
  const made = { generated: Promise.withResolvers<void>(), built: Promise.withResolvers<void>() }
  const all = Object.values(made)
  let isBuilt = false
  const onMessage = (message: unknown) => {
    isBuilt = message === 'built'
    made[isBuilt ? 'built' : 'generated'].resolve()
  }
  runScript('scripts/build.ts', ['--for-start'], { stop, onMessage }).catch((error: Error) => {
    // What is left then is made by the next start.
    if (isBuilt && !stop.aborted) print(`! ${error.message}`)
    // Final also if it was killed: it is not made again.
    for (const { reject } of all) reject(new Refusal(error.message))
  })
  for (const { promise } of all) promise.catch(() => undefined)
  return { clientGenerated: made.generated.promise, built: made.built.promise }
}

/** The app as a supervised part. Before its first start it is built. */
function appPart(
  env: Env,
  lock: StartLock,
  logFile: string | null,
  { needs, built }: { needs: string; built: Promise<void> },
): Part {
  return {
    name: 'The app',
    needs,
    async start(stop, databaseUrl) {
      await unlessStopped(built, stop)
      await checkPort(env)
      const app = serveApp(env, appEnvironment(env, databaseUrl), logFile)
      try {
        lock.noteApp(app.pid)
        const onWaiting = (reason: string) => print(`· The app is running but not ready: ${reason}`)
        await step('App', () => waitUntilReady(app, localUrl(env, '/readyz'), stop, { onWaiting }))
      } catch (error) {
        await app.stop()
        throw error
      }
      return { ...app, address: env.APP_URL }
    },
  }
}

/**
 * @throws Refusal if another program listens on the port
 */
async function checkPort({ PORT, HOST }: Env) {
  if (await isPortFree(PORT, HOST)) return
  throw new Refusal(`PORT ${PORT} on ${HOST} is taken by another program. Stop it, or set PORT to another number.`)
}
