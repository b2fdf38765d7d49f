import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { noSettings, parseEnv } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from '../provision/app-server'
import { provideBrowser } from '../provision/browser'
import { distFolder } from '../provision/build'
import { setUp } from '../provision/database'
import { findFreePort } from '../provision/processes'
import { print, step } from '../provision/progress'
import { packStaticFiles } from '../provision/static-files.mjs'
import { runCommand } from './command'
import { startIdentityProviders } from './identity-providers'
import { catchMails } from './mail-catcher'
import { makeMemoryFolder } from './memory-folder'
import { type Tally, tallyPlaywright } from './tally'

// Clears a developer's settings from the shell and .env.
// The tests' webhook receivers listen on this machine, and each sign-in claims a separate address, as behind a proxy.
const onThisMachine = { VERITAS_ALLOW_PRIVATE_WEBHOOKS: 'true', TRUST_PROXY: '1' }

/**
 * Serves the built app as a first start does, on a new database, and runs the browser journeys against it.
 * @param folder for its data, its log and the report
 */
export async function runJourneys(folder: string, databaseServerUrl: string, stop: AbortSignal): Promise<Tally> {
  const browser = await step('Browser', async (remark) => {
    const found = await provideBrowser()
    remark(found)
    return found
  })
  mkdirSync(folder)
  // Imports the list of tables, which must be generated first.
  const { createTemplate, createTestDatabase, dropTestDatabases } = await import('@/lib/operations/testing/database')
  await createTemplate(databaseServerUrl, process.pid)
  const databaseUrl = await createTestDatabase(databaseServerUrl, process.pid, 'journeys')
  const spareUrl = await createTestDatabase(databaseServerUrl, process.pid, 'spare')
  const env = parseEnv({ DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: String(await findFreePort()) })
  const mails = await catchMails(path.join(folder, 'mails'))
  const mailed = { SMTP_URL: mails.url, SMTP_FROM: 'Veritas <desk@example.test>' }
  const providers = await startIdentityProviders(env.APP_URL)
  const settings = { ...noSettings, ...onThisMachine, ...mailed, ...providers.environment }
  const environment = appEnvironment(env, databaseUrl, { ...process.env, ...settings })
  const logFile = path.join(folder, 'app.log')
  // Else Next compresses every script for every window that opens; Brotli would take longer than it saves here.
  await step('Compressed scripts', () => packStaticFiles(distFolder, stop, ['gzip']))
  const app = serveApp(env, environment, logFile)
  const browserFolder = makeMemoryFolder()
  let tally: Tally = { passed: 0, failed: 1 }
  try {
    await step('App', () => waitUntilReady(app, localUrl(env, '/readyz'), stop))
    tally = await runPlaywright(path.join(folder, 'journeys.json'), {
      CHROMIUM_PATH: browser,
      E2E_BROWSER_FOLDER: browserFolder,
      E2E_BASE_URL: env.APP_URL,
      E2E_DATABASE_URL: databaseUrl,
      // For an app of its own, whose database may seem to go away.
      E2E_SPARE_DATABASE_URL: spareUrl,
      E2E_MAIL_FOLDER: path.join(folder, 'mails'),
      E2E_SETUP_URL: (await setUp(environment, { isFirstRun: true })).match(/https?:\/\/\S+\/setup\S*/)?.[0] ?? '',
    })
    return tally
  } finally {
    rmSync(browserFolder, { recursive: true, force: true })
    await app.stop()
    await mails.stop()
    await providers.stop()
    await dropTestDatabases(databaseServerUrl, process.pid)
    if (tally.failed > 0) print(`The end of the app's log:\n${readFileSync(logFile, 'utf8').slice(-8_000)}`)
  }
}

async function runPlaywright(reportFile: string, environment: Record<string, string>) {
  const code = await runCommand('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...environment,
    // Node runs the journeys' TypeScript itself; Playwright would compile each file that they import with Babel.
    PW_DISABLE_TS_ESM: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  })
  return tallyPlaywright(reportFile, code)
}
