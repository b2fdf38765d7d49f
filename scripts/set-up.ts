import { getDb } from '@/lib/db/client'
import { applyMigrations } from '@/lib/db/migrate'
import { onDatabase } from '@/lib/db/on-database'
import { type Env, getDatabaseUrl } from '@/lib/env'
import { distributeAdded, undistributeBeforeMonths } from '@/lib/operations/distribution/distribute'
import { examineSecrets } from '@/lib/operations/outbound/sealed-secrets'
import { prepareFirstRun } from '@/lib/operations/setup/first-run'
import { loadEnvironment } from './provision/environment'
import { announcingTime, print, Refusal, runTask, step } from './provision/progress'

/**
 * Migrates the database of DATABASE_URL. With `--first-run`, also creates the admin and the key that the environment asks for, sends its
 * parent how to sign in, and reports problems of the payload store and of stored secrets. Run by `setUp` of `provision/database.ts`.
 */
runTask(async () => {
  // A migration is one transaction: nothing is left behind.
  process.once('disconnect', () => process.exit(1))
  const env = loadEnvironment()
  const url = getDatabaseUrl()
  await step('Migrations', async (remark) => remark(await announcingTime('Migrating the database', migrate(url))))
  if (process.argv.includes('--first-run')) {
    const greeting = await createFirstAccess(env)
    await new Promise((resolve) => (process.send ? process.send(greeting, resolve) : resolve(print(greeting))))
    await checkPayloadStore(env, url)
    await checkSecrets(env, url)
  }
  return 0
})

async function migrate(url: string): Promise<string> {
  await undistributeBeforeMonths(url)
  const applied = await applyMigrations(url)
  const added = await distributeAdded(url)
  const distributed = added.length === 0 ? '' : `, ${added.length} tables distributed`
  return applied.length === 0 ? `up to date${distributed}` : `${applied.length} applied${distributed}`
}

/** Returns what the person at the terminal needs to know. */
async function createFirstAccess(env: Env): Promise<string> {
  const { VERITAS_ADMIN_EMAIL: email, VERITAS_ADMIN_PASSWORD: password, VERITAS_API_KEY, APP_URL } = env
  const { madeAdmin, madeKey, setupToken } = await prepareFirstRun(getDb(), {
    admin: email && password ? { email, password } : null,
    apiKey: VERITAS_API_KEY ?? null,
    now: new Date(),
  })
  await getDb().$disconnect()
  const link = `Create the first admin here (the link works once, within 24 hours):\n  ${APP_URL}/setup?token=${setupToken}`
  return [
    madeAdmin && `Created the admin ${email}.`,
    madeKey && 'VERITAS_API_KEY now writes to the project "default".',
    setupToken && link,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Reports problems of the payload store at the start. An unreachable store does not prevent the start: only the values stored there are
 * missing then.
 * @throws Refusal if its settings rule out every write
 */
async function checkPayloadStore(env: Env, databaseUrl: string): Promise<void> {
  const { examineStore } = await import('@/lib/operations/payloads/examine')
  await onDatabase(databaseUrl, async (client) => {
    const { state, seen, advice, isRefused } = await examineStore(env, client)
    if (isRefused) throw new Refusal(`Payload store: ${seen}\n${advice}`)
    if (state !== 'good') print(`! Payload store: ${seen}\n  ${advice}`)
  })
}

/** Reports secrets that this start cannot read. It goes on: only what needs them is missing. */
async function checkSecrets(env: Env, databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const { state, seen, advice } = await examineSecrets(client, env.AUTH_SECRET)
    if (state !== 'good') print(`! Stored secrets: ${seen}\n  ${advice}`)
  })
}
