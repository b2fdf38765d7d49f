import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { createTemplate, createTestDatabase, dropTestDatabases, isCluster } from '@/lib/operations/testing/database'
import { print, Refusal } from '../provision/progress'
import { type BuiltDesk, openBuiltDesk } from '../testing/built-desk'
import { type BenchProject, makeProject, openDatabase } from './bench-project'
import { formatCount, formatMs, formatRatio, median, quantileOf } from './figures'
import { assertOk, openHttpClient, timeInFlight } from './http-client'
import type { Section } from './report'
import { runBodyMaker } from './run-bodies'

const PROJECTS = [1, 2, 8]
const BATCH = 50
/** Counts per round, over all projects. */
const BATCHES = 8
const READS = 96
const WARM_UPS = 1
const PATHS = ['/api/v1/overview?range=7d', '/api/v1/runs', '/api/v1/failures?limit=50', '/api/v1/runs?text=reference']

type Setting = { db: Db; desk: BuiltDesk; cluster: string | undefined; rounds: number; stop: AbortSignal }
type Side = { name: 'single' | 'cluster'; baseUrl: string; projects: BenchProject[] }
type Measured = { perS: number; p95Ms: number }
type Turn = Record<Side['name'], Measured>

/**
 * Measures the same work on one server and on a cluster, in turns: ingesting batches and reading pages, for one, two and eight concurrent
 * projects, each with one request at a time.
 */
export async function measureCitus({ db, desk, cluster, rounds, stop }: Setting): Promise<Section[]> {
  const serverUrl = cluster ?? process.env.TEST_DATABASE_URL
  if (serverUrl === undefined || !(await isCluster(serverUrl))) {
    print('! No Citus cluster (--cluster URL, or TEST_DATABASE_URL, of its coordinator): not measured.')
    return []
  }
  await createTemplate(serverUrl, process.pid)
  const given = await createTestDatabase(serverUrl, process.pid, 'bench')
  const distributed = await openBuiltDesk(stop, { given })
  const other = openDatabase(given)
  try {
    const single: Side = { name: 'single', baseUrl: desk.baseUrl, projects: await makeProjects(db) }
    const projects = await spread(other, await makeProjects(other))
    const sides: Side[] = [single, { name: 'cluster', baseUrl: distributed.baseUrl, projects }]
    const turns = (work: (side: Side, count: number) => Promise<Measured>) => inTurns(sides, rounds, stop, work)
    return [toSection(await turns(ingest), await turns(read), rounds)]
  } finally {
    await other.$disconnect()
    await distributed.stop()
    await dropTestDatabases(serverUrl, process.pid)
  }
}

const makeProjects = (db: Db) =>
  Promise.all(Array.from({ length: Math.max(...PROJECTS) }, (_, nth) => makeProject(db, `citus-${nth}`)))

/** Orders projects so that the first two are on different workers, if the eight are not all on one. */
async function spread(db: Db, projects: BenchProject[]): Promise<BenchProject[]> {
  const workers = new Map<string, number>()
  for (const { id } of projects) {
    const [row] = await db.$queryRawUnsafe<{ worker: number }[]>(
      `SELECT groupid AS worker FROM pg_dist_placement WHERE shardid = get_shard_id_for_distribution_column('run', '${id}'::uuid)`,
    )
    workers.set(id, row?.worker ?? 0)
  }
  const turnOf = new Map<string, number>()
  const seen = new Map<number, number>()
  for (const { id } of projects) {
    const worker = workers.get(id) ?? 0
    turnOf.set(id, seen.get(worker) ?? 0)
    seen.set(worker, (seen.get(worker) ?? 0) + 1)
  }
  return projects.toSorted((a, b) => (turnOf.get(a.id) ?? 0) - (turnOf.get(b.id) ?? 0))
}

async function inTurns(
  sides: readonly Side[],
  rounds: number,
  stop: AbortSignal,
  work: (side: Side, count: number) => Promise<Measured>,
): Promise<Map<number, Turn[]>> {
  const measured = new Map<number, Turn[]>()
  for (const count of PROJECTS) {
    const turns: Turn[] = []
    for (let round = -WARM_UPS; round < rounds; round++) {
      if (stop.aborted) throw new Refusal('Stopped.')
      const turn: Partial<Turn> = {}
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) turn[side.name] = await work(side, count)
      if (round >= 0) turns.push(turn as Turn)
    }
    measured.set(count, turns)
  }
  return measured
}

let made = 0

async function ingest({ baseUrl, projects }: Side, count: number): Promise<Measured> {
  const nextBody = runBodyMaker(seededRng(++made), `citus-${made}`, new Date())
  const bodies = Array.from({ length: BATCHES }, () =>
    Buffer.from(JSON.stringify({ runs: Array.from({ length: BATCH }, nextBody) })),
  )
  return together(baseUrl, projects.slice(0, count), bodies, BATCH, (client, body) => client.post('/api/v1/runs', body))
}

async function read({ baseUrl, projects }: Side, count: number): Promise<Measured> {
  const paths = Array.from({ length: READS }, (_, nth) => PATHS[nth % PATHS.length] ?? '')
  return together(baseUrl, projects.slice(0, count), paths, 1, (client, path) => client.get(path))
}

type Client = ReturnType<typeof openHttpClient>

/** Divides the items among the projects, which work concurrently, each with one item at a time. */
async function together<T>(
  baseUrl: string,
  projects: readonly BenchProject[],
  items: readonly T[],
  each: number,
  work: (client: Client, item: T) => ReturnType<Client['get']>,
): Promise<Measured> {
  const clients = projects.map(({ key }) => openHttpClient(baseUrl, key))
  const free = [...clients]
  const ms: number[] = []
  const seconds = await timeInFlight(items, clients.length, async (item) => {
    const client = free.pop()
    if (client === undefined) throw new Error('more work under way than projects')
    const answer = await work(client, item)
    assertOk(answer)
    ms.push(answer.ms)
    free.push(client)
  })
  for (const client of clients) client.close()
  return { perS: (items.length * each) / seconds, p95Ms: quantileOf(ms, 0.95) }
}

function toSection(ingest: Map<number, Turn[]>, reads: Map<number, Turn[]>, rounds: number): Section {
  const rowOf = (what: string, count: number, turns: readonly Turn[]) => {
    const of = (side: Side['name'], field: keyof Measured) => median(turns.map((turn) => turn[side][field]))
    return [
      what,
      String(count),
      formatCount(of('single', 'perS')),
      formatCount(of('cluster', 'perS')),
      formatRatio(median(turns.map(({ single, cluster }) => cluster.perS / single.perS))),
      formatMs(of('single', 'p95Ms')),
      formatMs(of('cluster', 'p95Ms')),
    ]
  }
  const rowsOf = (what: string, measured: Map<number, Turn[]>) =>
    [...measured].map(([count, turns]) => rowOf(what, count, turns))
  return {
    title: 'A cluster of Citus against one server',
    method: `A coordinator and two workers (with their own PostgreSQL and settings) against one server, all on the same cores: this shows the cost of the cluster, not the gain of more machines. Each project sends batches of ${BATCH} runs of 10 nodes, or requests the overview, runs, failure groups and a search, one request at a time. ${rounds} alternating rounds; medians over the rounds; the ratio is taken within each round.`,
    columns: ['work', 'projects at once', 'single/s', 'cluster/s', 'ratio', 'single p95', 'cluster p95'],
    rows: [...rowsOf('runs taken in', ingest), ...rowsOf('answers read', reads)],
    goals: [],
  }
}
