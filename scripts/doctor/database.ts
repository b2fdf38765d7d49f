import path from 'node:path'
import { Client } from 'pg'
import { readCitusVersion } from '@/lib/db/citus'
import { listPendingMigrations } from '@/lib/db/migrate'
import type { Env } from '@/lib/env'
import { checkCluster, readTablePlaces } from '@/lib/operations/distribution/cluster'
import { PLACES } from '@/lib/operations/distribution/plan'
import { readVersion } from '../provision/database'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good, warning } from './examination'

/** The database named by DATABASE_URL, else the embedded one when it runs. */
export async function examineDatabase(env: Env): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url) return [good('database', 'the embedded server is not running; npm start starts it')]
  try {
    return [good('database', await readVersion(url)), ...(await examineMigrations(url))]
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return [bad('database', words, 'Check that the server runs, that this machine may connect, and user and password.')]
  }
}

async function examineMigrations(url: string): Promise<Finding[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const pending = await listPendingMigrations(client)
    if (pending.length > 0) return [warning('migrations', `pending: ${pending.join(', ')}`, 'npm start applies them.')]
    return [
      good('migrations', 'all applied'),
      ...(await examineDistribution(client)),
      await examineRederivation(client),
      await examineMonths(client),
    ]
  } finally {
    await client.end()
  }
}

/** Nothing where the database is an ordinary one. */
async function examineDistribution(client: Client): Promise<Finding[]> {
  if ((await readCitusVersion(client)) === null) return []
  const standings = await readTablePlaces(client)
  const by = (place: string) => standings.filter((table) => table.place === place)
  if (by('project').length === 0)
    return [warning('distribution', 'Citus is here, and no table is distributed', 'node bin/veritas.mjs distribute')]
  try {
    const { version, workers } = await checkCluster(client)
    const wrong = standings.filter(({ name, place }) => PLACES.get(name) !== place).map(({ name }) => name)
    const homes = new Set(by('project').map(({ colocation }) => colocation))
    if (wrong.length > 0 || homes.size > 1) {
      const seen = wrong.length > 0 ? `not in its place: ${wrong.join(', ')}` : 'rows of one project lie apart'
      return [bad('distribution', seen, 'Stop the desk and run node bin/veritas.mjs distribute.')]
    }
    const where = `${by('project').length} tables by project, ${by('everywhere').length} on every machine`
    return [
      good('distribution', `Citus ${version}, workers ${workers.join(', ')}; ${where}`),
      good('facts', 'kept by the app and the chain of the audit log, not by triggers: note its heads elsewhere'),
    ]
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return [bad('distribution', words, 'See docs/citus.md.')]
  }
}

async function examineRederivation(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ projects: number; runs: number }>(`
    select count(distinct d.project_id)::int as projects, count(s.id)::int as runs from rederivation d
    left join run_summary s on s.project_id = d.project_id and (d.after_id is null or s.id > d.after_id)`)
  const [{ projects, runs } = { projects: 0, runs: 0 }] = rows
  return projects === 0
    ? good('stored runs', 'as this release derives them')
    : warning(
        'stored runs',
        `${runs.toLocaleString('en')} in ${projects} projects are still to be derived anew`,
        'The running desk does so by itself; until then search and failure groups lack them.',
      )
}

/** Runs of months that have no partitions: few of odd times are no harm. */
async function examineMonths(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ months: number; others: number }>(`
    select count(*) filter (where c.relname ~ '^run_[0-9]{4}_[0-9]{2}$')::int as months, (select count(*)::int from run_other) as others
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'run'::regclass`)
  const [{ months, others }] = rows as [{ months: number; others: number }]
  const seen = `${months} months have their own partitions`
  if (others === 0) return good('months', seen)
  return warning(
    'months',
    `${seen}; ${others.toLocaleString('en')} runs lie outside of them`,
    'Within an hour the running desk moves those of the last five years; older and future ones stay there, where they are found as any.',
  )
}
