import { Client } from 'pg'
import { applyMigrations } from '@/lib/db/migrate'

/** Names of the databases of one test run: two runs on one server never touch each other's. */
const nameOf = (run: number, part: string) => `veritas_test_${run}_${part}`

/**
 * Guards every test against a database that matters: only a server on this machine is ever written to.
 * @throws Error naming the host that is not local.
 */
export function assertLocal(databaseUrl: string): void {
  const { hostname } = new URL(databaseUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  throw new Error(`Tests refuse to work on ${hostname}: TEST_DATABASE_URL must name a server on this machine.`)
}

/** Makes the migrated, empty database that every test database of a run is copied from. */
export async function createTemplate(serverUrl: string, run: number): Promise<void> {
  assertLocal(serverUrl)
  const template = nameOf(run, 'template')
  await administer(serverUrl, [`drop database if exists ${template} with (force)`, `create database ${template}`])
  await applyMigrations(withDatabase(serverUrl, template))
}

/** A fresh copy of the run's template, in place of the worker's last one. Resolves to its address. */
export async function createTestDatabase(serverUrl: string, run: number, worker: string): Promise<string> {
  assertLocal(serverUrl)
  const name = nameOf(run, worker)
  await administer(serverUrl, [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${nameOf(run, 'template')} strategy file_copy`,
  ])
  return withDatabase(serverUrl, name)
}

/** Removes what a run made on a server that goes on. */
export async function dropTestDatabases(serverUrl: string, run: number, workers: number): Promise<void> {
  const parts = ['template', ...Array.from({ length: workers }, (_, index) => String(index + 1))]
  await administer(
    serverUrl,
    parts.map((part) => `drop database if exists ${nameOf(run, part)} with (force)`),
  )
}

async function administer(serverUrl: string, statements: string[]) {
  const client = new Client({ connectionString: withDatabase(serverUrl, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
