import type { ClientBase } from 'pg'
import { findCitusVersion } from '@/lib/db/citus'
import { tables } from '@/lib/db/generated/columns'
import { listPendingMigrations } from '@/lib/db/migrate'
import { sortByReferences } from '../table-order'

/** A reason why a database cannot be distributed, with what to do about it. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
}

export type Cluster = { version: string; workers: string[] }

const OLDEST = 12

/** Checks the cluster behind a connection. @throws ClusterError with what to do first */
export async function checkCluster(client: ClientBase): Promise<Cluster> {
  const version = await findCitusVersion(client)
  if (version === null) throw new ClusterError(await howToInstall(client))
  if (Number.parseInt(version, 10) < OLDEST)
    throw new ClusterError(`Citus ${version} is too old: ${OLDEST} or newer is needed.`)
  if (!(await isCoordinator(client))) throw new ClusterError('this is a worker: give the address of the coordinator')
  const nodes = await listNodes(client)
  if (!nodes.some(({ group }) => group === 0))
    throw new ClusterError(
      "the coordinator is not known to the cluster: SELECT citus_set_coordinator_host('its host', its port)",
    )
  const workers = nodes.filter(({ group }) => group !== 0)
  if (workers.length === 0)
    throw new ClusterError("the cluster has no worker: SELECT citus_add_node('its host', its port) on the coordinator")
  await checkHealth(client)
  await checkTwoPhase(client)
  await checkTables(client)
  return { version, workers: workers.map(({ address }) => address) }
}

async function howToInstall(client: ClientBase): Promise<string> {
  const { rows } = await client.query(`SELECT FROM pg_available_extensions WHERE name = 'citus'`)
  return rows.length === 0
    ? 'this server does not have Citus: install its package, add citus to shared_preload_libraries and restart the server'
    : 'the extension is not in this database: CREATE EXTENSION citus, here and in the database of this name on every worker'
}

async function isCoordinator(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ own: number }>('SELECT groupid AS own FROM pg_dist_local_group')
  return rows[0]?.own === 0
}

async function listNodes(client: ClientBase): Promise<{ group: number; address: string }[]> {
  const { rows } = await client.query<{ group: number; address: string }>(
    `SELECT groupid AS group, nodename || ':' || nodeport AS address FROM pg_dist_node
     WHERE noderole = 'primary' AND isactive ORDER BY groupid`,
  )
  return rows
}

async function checkHealth(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ one: string; other: string }>(
    `SELECT from_nodename || ':' || from_nodeport AS one, to_nodename || ':' || to_nodeport AS other
     FROM citus_check_cluster_node_health() WHERE NOT coalesce(result, false)`,
  )
  if (rows.length === 0) return
  const broken = rows.map(({ one, other }) => `${one} to ${other}`)
  throw new ClusterError(
    `machines of the cluster cannot reach each other (${broken.join(', ')}): check that all run, host names and pg_hba.conf`,
  )
}

async function checkTwoPhase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ address: string; result: string }>(
    `SELECT nodename || ':' || nodeport AS address, result
     FROM run_command_on_all_nodes('SHOW max_prepared_transactions') r JOIN pg_dist_node n USING (nodeid)`,
  )
  const without = rows.filter(({ result }) => !(Number(result) > 0))
  if (without.length > 0)
    throw new ClusterError(
      `max_prepared_transactions is 0 on ${without.map(({ address }) => address).join(', ')}: set it to max_connections and restart`,
    )
}

async function checkTables(client: ClientBase): Promise<void> {
  const pending = await listPendingMigrations(client)
  if (pending.length > 0)
    throw new ClusterError(
      `migrations are pending (${pending.join(', ')}): start the desk on it once, which applies them`,
    )
  const { rows } = await client.query<{ name: string; me: string }>(
    `SELECT relname AS name, current_user AS me FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1) AND NOT pg_has_role(relowner, 'USAGE')`,
    [[...PLACES.keys()]],
  )
  if (rows.length > 0)
    throw new ClusterError(
      `${rows[0]?.me} does not own ${rows.map(({ name }) => name).join(', ')}: connect as the owner of the tables`,
    )
}

/** Where a table is now; `colocation`: tables with the same number keep a project's rows on the same machine. */
export type TablePlace = { name: string; place: Place | 'other'; colocation: number | null }

/** Returns where every table is now, each after the tables it references. */
export async function listTablePlaces(client: Pick<ClientBase, 'query'>): Promise<TablePlace[]> {
  const { rows } = await client.query<{
    name: string
    kind: string | null
    key: string
    colocation: number | null
    refers: string[]
  }>(
    `SELECT c.relname AS name, p.partmethod::text || p.repmodel::text AS kind, p.colocationid AS colocation,
       CASE WHEN p.partkey IS NOT NULL THEN column_to_column_name(c.oid, p.partkey) ELSE '' END AS key,
       ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
     FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY($1) ORDER BY c.relname`,
    [[...PLACES.keys()]],
  )
  return sortByReferences(rows).map(({ name, kind, key, colocation }) => ({
    name,
    place: toPlace(kind, key),
    colocation,
  }))
}

/** Maps Citus' partition and replication method. "ns" is a local table that Citus tracks. */
function toPlace(kind: string | null, key: string): TablePlace['place'] {
  if (kind === null || kind === 'ns') return 'coordinator'
  if (kind === 'nt') return 'everywhere'
  return kind === 'hs' && key === KEY ? 'project' : 'other'
}

/** Where the rows of a table are: with their project, on every machine, or on the coordinator only. */
export type Place = 'project' | 'everywhere' | 'coordinator'

/** The distribution column. */
export const KEY = 'project_id'

/** The place of each table of the schema, including ones added later. */
export const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.values(tables).map(({ name, isEverywhere, columns }) => [
    name,
    isEverywhere ? 'everywhere' : 'projectId' in columns ? 'project' : 'coordinator',
  ]),
)
