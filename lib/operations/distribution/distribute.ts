import type { ClientBase } from 'pg'
import { findCitusVersion } from '@/lib/db/citus'
import { onDatabase } from '@/lib/db/on-database'
import { SCHEMA_LOCK } from '@/lib/db/release'
import { monthlyTables } from '@/lib/db/run-months'
import {
  type Cluster,
  ClusterError,
  checkCluster,
  KEY,
  listTablePlaces,
  PLACES,
  type Place,
  type TablePlace,
} from './cluster'

type Options = {
  url: string
  /** Number of shards of a newly distributed table, which limits the machines that can share it. */
  shards?: number
  isDryRun?: boolean
  onTable?: (table: string) => void
}

/** `moved`: tables distributed by this call. `dropped`: removed triggers. `tables`: the final place of each table. */
export type Distribution = Cluster & {
  moved: string[]
  dropped: string[]
  tables: Record<Place, string[]>
  isSuperuser: boolean
}

const SHARDS = 32

/**
 * Puts every table of a Citus cluster in its place: distributed by project, on every machine, or on the coordinator. Tables already in
 * place are left alone, so it can be repeated after an interruption or a migration. There should be no writes meanwhile: each table is
 * locked while its rows move.
 * @throws ClusterError with what to do first
 */
export async function distribute({ url, shards = SHARDS, isDryRun, onTable }: Options): Promise<Distribution> {
  return onDatabase(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK])
    const cluster = await checkCluster(client)
    const before = await listTablePlaces(client)
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
  })
}

/** Distributes the tables that a migration added to a distributed database; does nothing in any other. Resolves to those tables. */
export async function distributeAdded(url: string): Promise<string[]> {
  const isMissing = await onDatabase(url, async (client) => {
    if ((await findCitusVersion(client)) === null) return false
    const tables = await listTablePlaces(client)
    const isDistributed = tables.some(({ place }) => place === 'project')
    return isDistributed && tables.some(({ name, place }) => PLACES.get(name) !== place)
  })
  return isMissing ? (await distribute({ url })).moved : []
}

function refuseOthers(tables: readonly TablePlace[]): void {
  const wrong = tables.filter(
    ({ name, place }) => place === 'other' || (place !== 'coordinator' && place !== PLACES.get(name)),
  )
  if (wrong.length > 0)
    throw new ClusterError(
      `distributed in another way: ${wrong.map(({ name }) => name).join(', ')}. Take that back first: SELECT undistribute_table('${wrong[0]?.name}')`,
    )
}

/** Returns the triggers of tables that leave the coordinator: Citus does not support triggers on those. */
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
  const first = (await listTablePlaces(client)).find((table) => table.place === 'project')?.name
  const home = { first, shards }
  const ours = moving.filter((table) => PLACES.get(table) === 'project')
  const keys = await listForeignKeys(client, ours)
  const tied = ours.filter((name) => keys.some(({ table, refers }) => table === name || refers === name))
  for (const name of ours.filter((table) => !tied.includes(table))) {
    onTable?.(name)
    await part(client, name, home)
  }
  // A foreign key from a table that is not distributed yet to one that is would be refused, so the keys are dropped during the move, in one
  // transaction.
  await client.query(`BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
  for (const { table, key } of keys) await client.query(`ALTER TABLE ${quoted(client, table)} DROP CONSTRAINT ${key}`)
  for (const name of tied) await part(client, name, home)
  for (const { table, key, definition } of keys)
    await client.query(`ALTER TABLE ${quoted(client, table)} ADD CONSTRAINT ${key} ${definition}`)
  await client.query('COMMIT')
  await joinColocation(client)
  await truncateLocalRows(client)
}

/** Distributes a table by project, colocated with the first one. */
async function part(client: ClientBase, name: string, home: { first?: string | undefined; shards: number }) {
  const [how, value] = home.first
    ? ['colocate_with => $3', quoted(client, home.first)]
    : [`colocate_with => 'none', shard_count => $3`, home.shards]
  await client.query(`SELECT create_distributed_table($1::regclass, $2, ${how})`, [quoted(client, name), KEY, value])
  home.first ??= name
}

type ForeignKey = { table: string; refers: string; key: string; definition: string }

/** Returns the foreign keys of these tables to each other. */
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

/** Colocates tables that an earlier run or a manual change left apart. */
async function joinColocation(client: ClientBase): Promise<void> {
  const [first, ...others] = (await listTablePlaces(client)).filter(({ place }) => place === 'project')
  for (const { name, colocation } of others)
    if (first && colocation !== first.colocation)
      await client.query('SELECT update_distributed_table_colocation($1::regclass, colocate_with => $2)', [
        quoted(client, name),
        quoted(client, first.name),
      ])
}

/** Truncates the local rows that the coordinator still keeps of distributed tables, referencing tables first. */
async function truncateLocalRows(client: ClientBase): Promise<void> {
  for (const { name, place } of (await listTablePlaces(client)).reverse()) {
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

/**
 * Moves tables that were distributed before runs were partitioned by month back to the coordinator: the migration that turns them into the
 * first partitions is refused while they are distributed. `distributeAdded` then distributes them again with their months. Resolves to
 * those tables; none in any other database.
 */
export async function undistributeBeforeMonths(url: string): Promise<string[]> {
  return onDatabase(url, async (client) => {
    if ((await findCitusVersion(client)) === null) return []
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK])
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_dist_partition p ON p.logicalrelid = c.oid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1) AND c.relkind = 'r' AND p.partmethod = 'h'`,
      [[...monthlyTables]],
    )
    const names = rows.map(({ name }) => name)
    for (const name of names)
      await client.query('SELECT undistribute_table($1::regclass)', [client.escapeIdentifier(name)])
    return names
  })
}
