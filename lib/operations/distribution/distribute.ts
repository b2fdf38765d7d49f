import { Client, type ClientBase } from 'pg'
import { readCitusVersion } from '@/lib/db/citus'
import { SCHEMA_LOCK } from '@/lib/db/migrate'
import { type Cluster, ClusterError, checkCluster, readStandings, type Standing } from './cluster'
import { KEY, PLACES, type Place } from './plan'

type Options = {
  url: string
  /** Into how many parts each table is cut that is not distributed yet, and by that how many machines can share them. */
  shards?: number
  isDryRun?: boolean
  onTable?: (table: string) => void
}

/** `moved`: what was distributed now. `dropped`: triggers that were taken away. `tables`: where each is in the end. */
export type Distribution = Cluster & {
  moved: string[]
  dropped: string[]
  tables: Record<Place, string[]>
  isSuperuser: boolean
}

const SHARDS = 32

/**
 * Puts every table of a Citus cluster where it belongs: with its project, on every machine, or on the coordinator. What is there already is
 * left alone, so that it can be run again after it was cut off, and after a migration. Nobody should write meanwhile: each table is
 * locked while its rows move.
 * @throws ClusterError with what to do first
 */
export async function distribute({ url, shards = SHARDS, isDryRun, onTable }: Options): Promise<Distribution> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK])
    const cluster = await checkCluster(client)
    const before = await readStandings(client)
    refuseOthers(before)
    const moving = before.filter(({ name, place }) => PLACES.get(name) !== place).map(({ name }) => name)
    const dropped = await listTriggers(client)
    if (!isDryRun) {
      for (const { table, trigger } of dropped)
        await client.query(`DROP TRIGGER ${client.escapeIdentifier(trigger)} ON ${client.escapeIdentifier(table)}`)
      await place(client, moving, shards, onTable)
    }
    return {
      ...cluster,
      moved: moving,
      dropped: dropped.map(({ table, trigger }) => `${trigger} on ${table}`),
      tables: byPlace(before.map(({ name }) => name)),
      isSuperuser: await isSuperuser(client),
    }
  } finally {
    await client.end()
  }
}

/** Distributes what a migration added to a database that is distributed already; nothing in any other. Resolves to those tables. */
export async function distributeAdded(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    if ((await readCitusVersion(client)) === null) return []
    const standings = await readStandings(client)
    const isDistributed = standings.some(({ place }) => place === 'project')
    if (!isDistributed || standings.every(({ name, place }) => PLACES.get(name) === place)) return []
  } finally {
    await client.end()
  }
  return (await distribute({ url })).moved
}

function refuseOthers(standings: readonly Standing[]): void {
  const wrong = standings.filter(
    ({ name, place }) => place === 'other' || (place !== 'coordinator' && place !== PLACES.get(name)),
  )
  if (wrong.length > 0)
    throw new ClusterError(
      `distributed in another way: ${wrong.map(({ name }) => name).join(', ')}. Take that back first: SELECT undistribute_table('${wrong[0]?.name}')`,
    )
}

/** Triggers of tables that are not to stay on the coordinator: Citus runs none there that it calls safe. */
async function listTriggers(client: ClientBase): Promise<{ table: string; trigger: string }[]> {
  const names = [...PLACES].filter(([, place]) => place !== 'coordinator').map(([name]) => name)
  const { rows } = await client.query<{ table: string; trigger: string }>(
    `SELECT c.relname AS table, t.tgname AS trigger FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1) AND NOT t.tgisinternal AND t.tgparentid = 0
       AND t.tgname NOT LIKE 'citus%' AND t.tgname NOT LIKE 'truncate_trigger%' ORDER BY 1, 2`,
    [names],
  )
  return rows
}

async function place(client: ClientBase, moving: readonly string[], shards: number, onTable?: (table: string) => void) {
  for (const name of moving.filter((table) => PLACES.get(table) === 'everywhere')) {
    onTable?.(name)
    await client.query('SELECT create_reference_table($1::regclass)', [quoted(client, name)])
  }
  const first = (await readStandings(client)).find((standing) => standing.place === 'project')?.name
  const home = { first, shards }
  const ours = moving.filter((table) => PLACES.get(table) === 'project')
  const keys = await listForeignKeys(client, ours)
  const tied = ours.filter((name) => keys.some(({ table, refers }) => table === name || refers === name))
  for (const name of ours.filter((table) => !tied.includes(table))) {
    onTable?.(name)
    await part(client, name, home)
  }
  // A key from a table that is not parted yet to one that is would be refused: together, without it for the while.
  await client.query(`BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
  for (const { table, key } of keys) await client.query(`ALTER TABLE ${quoted(client, table)} DROP CONSTRAINT ${key}`)
  for (const name of tied) await part(client, name, home)
  for (const { table, key, definition } of keys)
    await client.query(`ALTER TABLE ${quoted(client, table)} ADD CONSTRAINT ${key} ${definition}`)
  await client.query('COMMIT')
  await joinColocation(client)
  await emptyShells(client)
}

/** Cuts a table by project, as the first one is cut. */
async function part(client: ClientBase, name: string, home: { first?: string | undefined; shards: number }) {
  const [how, value] = home.first
    ? ['colocate_with => $3', quoted(client, home.first)]
    : [`colocate_with => 'none', shard_count => $3`, home.shards]
  await client.query(`SELECT create_distributed_table($1::regclass, $2, ${how})`, [quoted(client, name), KEY, value])
  home.first ??= name
}

type ForeignKey = { table: string; refers: string; key: string; definition: string }

/** The foreign keys of these tables to each other. */
async function listForeignKeys(client: ClientBase, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.relname AS table, f.relname AS refers, quote_ident(k.conname) AS key, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
     WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = current_schema()::regnamespace
       AND c.relname = ANY($1) AND f.relname = ANY($1)`,
    [names],
  )
  return rows
}

const quoted = (client: ClientBase, name: string) => client.escapeIdentifier(name)

/** Brings together what an earlier run, or somebody's hand, has left apart. */
async function joinColocation(client: ClientBase): Promise<void> {
  const [first, ...others] = (await readStandings(client)).filter(({ place }) => place === 'project')
  for (const { name, colocation } of others)
    if (first && colocation !== first.colocation)
      await client.query('SELECT update_distributed_table_colocation($1::regclass, colocate_with => $2)', [
        quoted(client, name),
        quoted(client, first.name),
      ])
}

/** Of what was there before, the coordinator still holds the old rows, out of sight. Those that are referred to come last. */
async function emptyShells(client: ClientBase): Promise<void> {
  for (const { name, place } of (await readStandings(client)).reverse()) {
    if (place === 'coordinator') continue
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT pg_relation_size($1::regclass) + coalesce((
         SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree($1::regclass) WHERE relid <> $1::regclass), 0) AS bytes`,
      [quoted(client, name)],
    )
    if (Number(rows[0]?.bytes) > 0)
      await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [quoted(client, name)])
  }
}

function byPlace(names: readonly string[]): Record<Place, string[]> {
  const of = (place: Place) => names.filter((name) => PLACES.get(name) === place).sort()
  return { project: of('project'), everywhere: of('everywhere'), coordinator: of('coordinator') }
}

async function isSuperuser(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  )
  return rows[0]?.rolsuper ?? false
}
