import { Client } from 'pg'
import { applyMigrations } from '@/lib/db/migrate'

const template = 'veritas_test_template'

/**
 * Guards every test against a database that matters: only a server on this machine is ever written to.
 * @throws Error naming the host that is not local.
 */
export function assertLocal(databaseUrl: string): void {
  const { hostname } = new URL(databaseUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  throw new Error(`Tests refuse to work on ${hostname}: TEST_DATABASE_URL must name a server on this machine.`)
}

/** Makes the migrated, empty database that every test database is copied from. */
export async function createTemplate(serverUrl: string): Promise<void> {
  assertLocal(serverUrl)
  await administer(serverUrl, [`drop database if exists ${template} with (force)`, `create database ${template}`])
  await applyMigrations(withDatabase(serverUrl, template))
}

/** A fresh copy of the template, in place of the one of that name. Resolves to its address. */
export async function createTestDatabase(serverUrl: string, name: string): Promise<string> {
  assertLocal(serverUrl)
  await administer(serverUrl, [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${template} strategy file_copy`,
  ])
  return withDatabase(serverUrl, name)
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
