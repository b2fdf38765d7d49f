import path from 'node:path'
import type { Client } from 'pg'
import { findCitusVersion } from '@/lib/db/citus'
import { getDb } from '@/lib/db/client'
import { listPendingMigrations } from '@/lib/db/migrate'
import { onDatabase } from '@/lib/db/on-database'
import { withLongQueries } from '@/lib/db/query-limits'
import type { Env } from '@/lib/env'
import { checkCluster, listTablePlaces, PLACES } from '@/lib/operations/distribution/cluster'
import { examineSecrets } from '@/lib/operations/outbound/sealed-secrets'
import { type CheckedCounts, checkCounts } from '@/lib/operations/rollups/check'
import { findAuthSecret } from '../provision/app-server'
import { readVersion } from '../provision/database'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good, warning } from './examination'

/** Checks the database of DATABASE_URL, else the embedded one if it runs. */
export async function examineDatabase(env: Env): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url) return [good('database', 'the embedded server is not running; npm start starts it')]
  try {
    return [good('database', await readVersion(url)), ...(await examineMigrations(url, env))]
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return [bad('database', words, 'Check that the server runs and accepts this machine, and the user and password.')]
  }
}

async function examineMigrations(url: string, env: Env): Promise<Finding[]> {
  return onDatabase(url, async (client) => {
    const pending = await listPendingMigrations(client)
    if (pending.length > 0) return [warning('migrations', `pending: ${pending.join(', ')}`, 'npm start applies them.')]
    return [
      good('migrations', 'all applied'),
      ...(await examineDistribution(client)),
      await examineRederivation(client),
      await examineMonths(client),
      { subject: 'stored secrets', ...(await examineSecrets(client, env.AUTH_SECRET ?? findAuthSecret(env.DATA_DIR))) },
    ]
  })
}

/** Returns no findings without Citus. */
async function examineDistribution(client: Client): Promise<Finding[]> {
  if ((await findCitusVersion(client)) === null) return []
  const tables = await listTablePlaces(client)
  const by = (place: string) => tables.filter((table) => table.place === place)
  if (by('project').length === 0)
    return [
      warning(
        'distribution',
        'Citus is installed, but no table is distributed',
        'Run node bin/veritas.mjs distribute.',
      ),
    ]
  try {
    const { version, workers } = await checkCluster(client)
    const wrong = tables.filter(({ name, place }) => PLACES.get(name) !== place).map(({ name }) => name)
    const homes = new Set(by('project').map(({ colocation }) => colocation))
    if (wrong.length > 0 || homes.size > 1) {
      const seen =
        wrong.length > 0 ? `wrongly distributed: ${wrong.join(', ')}` : 'rows of one project are on different nodes'
      return [bad('distribution', seen, 'Stop the desk and run node bin/veritas.mjs distribute.')]
    }
    const where = `${by('project').length} tables by project, ${by('everywhere').length} on every machine`
    return [
      good('distribution', `Citus ${version}, workers ${workers.join(', ')}; ${where}`),
      good(
        'facts',
        'protected by the app and the hash chain of the audit log, not by triggers: keep a copy of its heads elsewhere',
      ),
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
    ? good('stored runs', 'derived by this release')
    : warning(
        'stored runs',
        `${runs.toLocaleString('en')} in ${projects} projects still to be rederived`,
        'The running desk does this in the background; until then they are missing from search and failure groups.',
      )
}

/** Counts runs outside the monthly partitions; a few with unusual dates are harmless. */
async function examineMonths(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ months: number; others: number }>(`
    select count(*) filter (where c.relname ~ '^run_[0-9]{4}_[0-9]{2}$')::int as months, (select count(*)::int from run_other) as others
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'run'::regclass`)
  const [{ months, others }] = rows as [{ months: number; others: number }]
  const seen = `${months} months have their own partitions`
  if (others === 0) return good('months', seen)
  return warning(
    'months',
    `${seen}; ${others.toLocaleString('en')} runs are outside of them`,
    'Within an hour the running desk moves those of the last five years; older and future ones stay there and work as usual.',
  )
}

/** Compares the rollups of each project with its runs; `repairs` also rebuilds wrong ones, as far as the runs still exist. */
export async function examineRollups(env: Env, { repairs }: { repairs: boolean }): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url)
    return [warning('rollups', 'not checked: the embedded server is not running', 'Start the desk and run this again.')]
  process.env.DATABASE_URL = url
  const db = getDb()
  try {
    const projects = await db.project.findMany({ where: { removedAt: null }, orderBy: { slug: 'asc' } })
    const findings: Finding[] = []
    for (const { id, slug } of projects)
      findings.push(toFinding(slug, await withLongQueries(() => checkCounts(db, id, { repairs })), repairs))
    return findings.length > 0 ? findings : [good('rollups', 'no project')]
  } finally {
    await db.$disconnect()
  }
}

const SHOWN = 3

function toFinding(slug: string, { since, days, wrong, rebuilt }: CheckedCounts, repairs: boolean): Finding {
  const from = since ? `, from ${since.toISOString().slice(0, 16)}Z by runs, before that by hours only` : ''
  const told = `${slug}: ${days} days recomputed${from}`
  if (wrong.length === 0) return good('rollups', `${told}: all agree`)
  const rows = wrong
    .slice(0, SHOWN)
    .map((row) => `${row.table} ${row.at.toISOString().slice(0, 16)}Z (${row.wrong.trim()})`)
  const more = wrong.length > SHOWN ? ` and ${wrong.length - SHOWN} more` : ''
  const seen = `${told}: ${wrong.length} rows wrong: ${rows.join(', ')}${more}`
  return repairs
    ? warning('rollups', seen, `Rebuilt ${rebuilt} days, and the failure groups from them. Run this again to check.`)
    : bad('rollups', seen, 'npm run doctor -- --rollups --rebuild fixes them.')
}
