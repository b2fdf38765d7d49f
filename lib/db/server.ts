import type { ClientBase } from 'pg'
import { SESSION_SETTINGS } from './session'

const OLDEST = { number: 150_000, version: '15' }

type Facts = {
  version: string
  number: number
  encoding: string
  isReadOnly: boolean
  mayCreateTables: boolean | null
  mayCreateSchemas: boolean
  role: string
  database: string
}

/**
 * Returns the version of the server of a session, and what rules out that the desk works on its database, each with what to do about it.
 */
export async function examineServer(client: Pick<ClientBase, 'query'>): Promise<{ version: string; faults: string[] }> {
  const { rows } = await client.query<Facts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      has_schema_privilege(to_regnamespace('public'), 'CREATE') AS "mayCreateTables",
      to_regnamespace('pgboss') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
      quote_ident(current_user) AS role, quote_ident(current_database()) AS database`)
  const [facts] = rows as [Facts]
  return { version: facts.version, faults: [...faultsOf(facts), ...(await listLostSettings(client, facts))] }
}

function faultsOf(facts: Facts): string[] {
  const { role, database } = facts
  // The rest may be asked in vain.
  if (facts.number < OLDEST.number)
    return [`PostgreSQL ${facts.version} is too old, ${OLDEST.version} or newer is needed.`]
  return [
    facts.encoding !== 'UTF8' &&
      `the database has the encoding ${facts.encoding}, which cannot hold every text. Create one with: createdb --encoding UTF8 --template template0 …`,
    facts.isReadOnly && 'the database is read-only: a standby, or default_transaction_read_only is on.',
    !facts.mayCreateTables &&
      (facts.mayCreateTables === null
        ? `the database has no schema named public: CREATE SCHEMA public AUTHORIZATION ${role}`
        : `${role} may not create tables: GRANT CREATE ON SCHEMA public TO ${role}`),
    !facts.mayCreateSchemas &&
      `${role} may not create the schema of the job queue: GRANT CREATE ON DATABASE ${database} TO ${role}`,
  ].filter((fault) => typeof fault === 'string')
}

/** A pooler may drop the settings of a session. That matters where the server's own differ. */
async function listLostSettings(client: Pick<ClientBase, 'query'>, { role }: Facts): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT lower(name) AS name, CASE name WHEN 'search_path' THEN coalesce(current_schema(), '') ELSE setting END AS setting
     FROM pg_settings WHERE lower(name) = ANY($1)`,
    [Object.keys(SESSION_SETTINGS)],
  )
  return Object.entries(SESSION_SETTINGS).flatMap(([name, wanted]) => {
    const setting = rows.find((row) => row.name === name)?.setting
    if (setting === undefined || isSame(name, setting, wanted)) return []
    return `a pooler drops the settings of sessions, and ${name} is ${setting}: let it pass \`options\` on, or ALTER ROLE ${role} SET ${name} = '${wanted}'`
  })
}

function isSame(name: string, setting: string, wanted: string): boolean {
  if (name === 'datestyle') return setting.startsWith(wanted)
  if (name === 'timezone') return ['UTC', 'Etc/UTC', 'GMT'].includes(setting)
  return name === 'extra_float_digits' ? Number(setting) >= Number(wanted) : setting === wanted
}
