import { parseEnv, variableNames } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from '../provision/app-server'
import { firstRun } from '../provision/first-run'
import { findFreePort } from '../provision/processes'

/** The product's variables set to nothing, so that what a developer has set, in the shell or in .env, stays out of the tests. */
const noSettings: Record<string, string> = Object.fromEntries(variableNames.map((name) => [name, '']))

/**
 * Serves the built app on a database of its own, as a first start does.
 * @returns the server, and what the journeys need to know of it as environment variables.
 */
export async function serveForJourneys(dataDir: string, databaseUrl: string, logFile: string, stop: AbortSignal) {
  const env = parseEnv({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: String(await findFreePort()) })
  const environment = appEnvironment(env, databaseUrl, { ...process.env, ...noSettings })
  const app = serveApp(env, environment, logFile)
  try {
    await waitUntilReady(app, localUrl(env, '/readyz'), stop)
    const setupUrl = firstRun(environment).match(/https?:\/\/\S+\/setup\S*/)?.[0] ?? ''
    return { app, journeys: { E2E_BASE_URL: env.APP_URL, E2E_DATABASE_URL: databaseUrl, E2E_SETUP_URL: setupUrl } }
  } catch (error) {
    await app.stop()
    throw error
  }
}
