import path from 'node:path'
import type { Env } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from './provision/app-server'
import { assertBuilt, distFolder, ensureBuilt } from './provision/build'
import { databasePart } from './provision/database'
import { loadEnvironment } from './provision/environment'
import { firstRun } from './provision/first-run'
import { generateClient } from './provision/generate-client'
import { checkPayloadStore } from './provision/payload-store'
import { isPortFree } from './provision/processes'
import { print, Refusal, runTask, secondsSince, step, stopSignal, unlessStopped } from './provision/progress'
import { type StartLock, takeStartLock } from './provision/start-lock'
import { packStaticFiles } from './provision/static-files.mjs'
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
  const database = databasePart(env, isAsBuilt)
  const abandoned = new AbortController()
  const built = isAsBuilt ? Promise.resolve('as built') : buildAhead(AbortSignal.any([stop, abandoned.signal]))
  const app = appPart(env, lock, logFile, { needs: database.name, built })
  try {
    await supervise([database, app], stop, {
      onReady({ isFirst, afterMs }) {
        if (!isFirst) return print(`The desk is back after ${(afterMs / 1000).toFixed(1)} s.`)
        print(`\nReady in ${secondsSince(startedAt)}: ${env.APP_URL}`)
        if (app.greeting) print(app.greeting)
        // A read-only folder: Next compresses them for each request.
        packStaticFiles(distFolder, stop).catch(() => undefined)
        print(logFile === null ? 'Ctrl-C stops it.' : `Ctrl-C stops it. Log: ${logFile}`)
      },
    })
  } finally {
    abandoned.abort()
  }
}

/** Builds while the database is created and migrated. The app waits for the build, and reports its result. */
function buildAhead(stop: AbortSignal): Promise<string> {
  // The build reads the Prisma client.
  generateClient()
  const built = ensureBuilt(stop)
  built.catch(() => undefined)
  return built
}

type Ahead = { needs: string; built: Promise<string> }

/** The app as a supervised part. Before its first start it is built, and the first key and admin are created. */
function appPart(
  env: Env,
  lock: StartLock,
  logFile: string | null,
  { needs, built }: Ahead,
): Part & { greeting: string } {
  let isPrepared = false
  const part = {
    name: 'The app',
    needs,
    greeting: '',
    async start(stop: AbortSignal, databaseUrl: string) {
      const environment = appEnvironment(env, databaseUrl)
      if (!isPrepared) {
        await step('Build', async (remark) => remark(await unlessStopped(built, stop)))
        // Done before the app answers, so that the key and the admin exist once it is ready.
        part.greeting = await firstRun(environment, stop)
        await checkPayloadStore(env, databaseUrl)
        isPrepared = true
      }
      await checkPort(env)
      const app = serveApp(env, environment, logFile)
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
  return part
}

/**
 * @throws Refusal if another program listens on the port
 */
async function checkPort({ PORT, HOST }: Env) {
  if (await isPortFree(PORT, HOST)) return
  throw new Refusal(`PORT ${PORT} on ${HOST} is taken by another program. Stop it, or set PORT to another number.`)
}
