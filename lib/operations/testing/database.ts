import { databaseCode } from '@/lib/db/database-code'
import { applyMigrations } from '@/lib/db/migrate'
import { onDatabase } from '@/lib/db/on-database'
import { distribute } from '../distribution/distribute'

/** Database names of one test run, so that concurrent runs on one server do not collide. */
const nameOf = (run: number, part: string) => `veritas_test_${run}_${part}`

/**
 * Refuses to run tests against any server that is not local.
 * @throws Error naming the host
 */
function assertLocal(databaseUrl: string): void {
  const { hostname } = new URL(databaseUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  throw new Error(`Tests refuse to work on ${hostname}: TEST_DATABASE_URL must name a server on this machine.`)
}

/** URLs of a server and, if it is a Citus coordinator, of its workers. */
export async function listServers(serverUrl: string): Promise<string[]> {
  const workers = await onDatabase(serverUrl, async (client) => {
    const present = await client.query(`select from pg_extension where extname = 'citus'`)
    if (present.rowCount === 0) return []
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by 2`,
    )
    return rows
  })
  const urls = workers.map(({ host, port }) =>
    Object.assign(new URL(serverUrl), { hostname: host, port: String(port) }),
  )
  return [serverUrl, ...urls.map((url) => url.href)]
}

/** Whether the server is the coordinator of a Citus cluster. */
export async function isCluster(serverUrl: string): Promise<boolean> {
  return (await listServers(serverUrl)).length > 1
}

/**
 * Creates the migrated, empty database that the test databases of a run are copied from.
 * @param prepare what every copy is to contain besides
 */
export async function createTemplate(
  serverUrl: string,
  run: number,
  prepare?: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  assertLocal(serverUrl)
  const template = nameOf(run, 'template')
  const servers = await listServers(serverUrl)
  await administer(servers, [`drop database if exists ${template} with (force)`, `create database ${template}`])
  await applyMigrations(withDatabase(serverUrl, template))
  await prepare?.(withDatabase(serverUrl, template))
  if (servers.length > 1) await distributeTemplate(servers, template)
}

async function distributeTemplate(servers: readonly string[], template: string) {
  await joinMachines(servers, template)
  await distribute({ url: withDatabase(servers[0] ?? '', template), shards: servers.length - 1 })
  // Citus background workers stay connected to each database, and a database in use cannot be copied.
  await administer(servers, [
    `alter database ${template} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
  ])
}

/** Registers the workers' databases of this name with the coordinator's. */
async function joinMachines(servers: readonly string[], name: string) {
  const [coordinator = '', ...workers] = servers.map((server) => withDatabase(server, name))
  for (const url of [coordinator, ...workers]) await onDatabase(url, (client) => client.query('create extension citus'))
  const { hostname, port } = new URL(coordinator)
  await onDatabase(coordinator, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const url of workers.map((worker) => new URL(worker)))
      await client.query('select citus_add_node($1, $2)', [url.hostname, Number(url.port)])
  })
}

/** Runs `work` on an empty database of a cluster without distributed tables, migrated fully or by `migrate`. */
export async function inUndistributed(
  serverUrl: string,
  name: string,
  work: (url: string) => Promise<void>,
  migrate: (url: string) => Promise<unknown> = applyMigrations,
) {
  assertLocal(serverUrl)
  const servers = await listServers(serverUrl)
  await administer(servers, [`drop database if exists ${name} with (force)`, `create database ${name}`])
  try {
    await migrate(withDatabase(serverUrl, name))
    await joinMachines(servers, name)
    await work(withDatabase(serverUrl, name))
  } finally {
    await administer(servers, [`drop database if exists ${name} with (force)`])
  }
}

/** Replaces the worker's database with a fresh copy of the run's template; resolves to its URL. */
export async function createTestDatabase(serverUrl: string, run: number, worker: string): Promise<string> {
  assertLocal(serverUrl)
  const name = nameOf(run, worker)
  await administer(await listServers(serverUrl), [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${nameOf(run, 'template')} strategy file_copy`,
  ])
  return withDatabase(serverUrl, name)
}

/** Drops the databases of a run, for servers that outlive it. */
export async function dropTestDatabases(serverUrl: string, run: number): Promise<void> {
  const servers = await listServers(serverUrl)
  const { rows } = await onDatabase(serverUrl, (client) =>
    client.query<{ name: string }>(
      `select quote_ident(datname) as name from pg_database where starts_with(datname, $1)`,
      [nameOf(run, '')],
    ),
  )
  await administer(
    servers,
    rows.map(({ name }) => `drop database if exists ${name} with (force)`),
  )
}

/** Strips the shard id that a Citus worker adds to a table name: `run_2026_11_102008` becomes `run_2026_11`. */
export const withoutShard = (name: string) => name.replace(/_\d{6,}$/, '')

// Errors to retry: Citus background workers may still, or again, be connected to a database that is being dropped.
const PASSING = new Set(['55006', '42P04', '23505'])
const TRIES = 10

async function administer(servers: readonly string[], statements: string[]) {
  const work = (server: string) =>
    onDatabase(withDatabase(server, 'postgres'), async (client) => {
      for (let tries = 1; ; tries++)
        try {
          for (const statement of statements) await client.query(statement)
          return
        } catch (error) {
          if (tries >= TRIES || !PASSING.has(databaseCode(error))) throw error
        }
    })
  // Waits for all servers before failing, so that no statement is still running when the caller sees the error.
  const done = await Promise.allSettled(servers.map(work))
  for (const result of done) if (result.status === 'rejected') throw result.reason
}

function withDatabase(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
