import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { noSettings, parseEnv } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from '../provision/app-server'
import { ensureBuilt } from '../provision/build'
import { prepareDatabase, setUp } from '../provision/database'
import { type Desk, stopDesk } from '../provision/environment'
import { discardPostgres, startPostgres, stopPostgres } from '../provision/postgres'
import { findFreePort } from '../provision/processes'
import { Refusal, step } from '../provision/progress'

/** Who administers a desk that is started only to be measured or attacked. */
export const deskAdmin = { email: 'bench@example.test', password: 'only for this bench' }
export const adminSettings = { VERITAS_ADMIN_EMAIL: deskAdmin.email, VERITAS_ADMIN_PASSWORD: deskAdmin.password }

/** The built app on a separate durable database, or on a given one, with its own folder and ports. */
export type BuiltDesk = {
  baseUrl: string
  dataDir: string
  databaseUrl: string
  appPid: number
  databasePid: number
  stop: () => Promise<void>
}

type Wanted = {
  /** A data folder that is kept. */
  kept?: string | undefined
  /** URL of an existing database, which is kept. */
  given?: string
  settings?: Record<string, string>
}

/**
 * Starts the app as `npm start` does, on an empty data folder that is deleted afterwards, or on a kept one with its data.
 * @param options.settings environment variables besides those of every such desk
 * @throws Refusal if a part does not start
 */
export async function openBuiltDesk(
  stop: AbortSignal,
  { kept, given: databaseUrl, settings = {} }: Wanted = {},
): Promise<BuiltDesk> {
  const dataDir = kept ?? mkdtempSync(path.join(tmpdir(), 'veritas-bench-'))
  const desk: Desk = {}
  const server = databaseUrl ? null : await step('PostgreSQL', () => startPostgres(dataDir))
  const url = databaseUrl ?? server?.url ?? ''
  const close = async () => {
    await stopDesk(desk)
    if (server === null) rmSync(dataDir, { recursive: true, force: true })
    else if (kept === undefined) await discardPostgres(dataDir, server)
    else await stopPostgres(dataDir, server)
  }
  try {
    const env = parseEnv({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PORT: String(await findFreePort()),
    })
    await prepareDatabase(env, desk)
    await step('Build', async (remark) => remark(await ensureBuilt(stop)))
    const given = { ...process.env, ...noSettings, ...adminSettings, LOG_LEVEL: 'warn', ...settings }
    const environment = appEnvironment(env, url, given)
    mkdirSync(dataDir, { recursive: true })
    const app = serveApp(env, environment, path.join(dataDir, 'app.log'))
    desk.app = app
    await step('App', () => waitUntilReady(app, localUrl(env, '/readyz'), stop))
    await setUp(environment, { isFirstRun: true })
    return {
      baseUrl: env.APP_URL,
      dataDir,
      databaseUrl: url,
      appPid: app.pid,
      databasePid: server?.pid ?? 0,
      stop: close,
    }
  } catch (error) {
    await close()
    throw stop.aborted ? new Refusal('Stopped.') : error
  }
}
