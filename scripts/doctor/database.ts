import path from 'node:path'
import { Client } from 'pg'
import { listPendingMigrations } from '@/lib/db/migrate'
import type { Env } from '@/lib/env'
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
    return [good('migrations', 'all applied'), await examineRederivation(client), await examineMonths(client)]
  } finally {
    await client.end()
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
