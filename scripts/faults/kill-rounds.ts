import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from '@/lib/db/on-database'
import { seededRng } from '@/lib/engine/stats/random'
import { waitForExit } from '../provision/processes'
import { print } from '../provision/progress'
import { type DecidedGate, decideAtOnce, type Lateness, openGateOn } from './deciders'
import { examine } from './examine'
import { type FaultDesk, kill, readyAfter } from './fault-desk'
import type { ForeignServer } from './foreign-servers'
import { type Hang, hang } from './hang'
import { type KillRounds, reportKills, seconds, type Tally } from './kill-report'
import { makeScene, type Scene } from './scene'
import { type Ledger, newLedger, startSenders } from './senders'

/** The fault of a round, while runs arrive and people decide. */
const FAULTS = {
  'the app': async (desk) => kill(desk.pids().app),
  'the postmaster': async (desk) => kill(desk.pids().postmaster),
  'a backend': async (desk) => kill(await busyBackend(desk.databaseUrl())),
  'the launcher': async (desk) => {
    const { launcher, app } = desk.pids()
    await kill(launcher)
    await desk.relaunch()
    // The app runs until the new launcher ends it.
    await waitForExit(app, 60_000)
  },
  'the app, .3 s later the postmaster': async (desk) => {
    await kill(desk.pids().app)
    await sleep(300)
    await kill(desk.pids().postmaster)
  },
  'the postmaster, and again while it recovers': async (desk) => {
    const first = desk.pids().postmaster
    await kill(first)
    await kill(await nextPostmaster(desk, first))
  },
  'a database that hangs': async (desk, hangs) => void hangs.push(await hang(desk, 'server', 6_000)),
  'open connections that do not answer': async (desk, hangs) => void hangs.push(await hang(desk, 'connections', 6_000)),
  'the coordinator': async ({ servers }) => killAndStart(servers?.coordinator),
  'a worker': async (desk) => killAndStart(await busyWorker(desk)),
  'a backend of a worker': async (desk) => kill(await busyBackend((await busyWorker(desk)).url, desk.databaseUrl())),
  'a worker, .3 s later the app': async (desk) => {
    const down = killAndStart(await busyWorker(desk))
    await sleep(300)
    await kill(desk.pids().app)
    await down
  },
} satisfies Record<string, (desk: FaultDesk, hangs: Hang[]) => Promise<void>>

type FaultName = keyof typeof FAULTS
const OF_CLUSTER: readonly FaultName[] = [
  'the coordinator',
  'a worker',
  'a backend of a worker',
  'a worker, .3 s later the app',
  'the app',
  'a backend',
  'the launcher',
]
const OF_OWN = (Object.keys(FAULTS) as FaultName[]).filter(
  (name) => !['the coordinator', 'a worker', 'a backend of a worker', 'a worker, .3 s later the app'].includes(name),
)
/** The faults possible on a server: the launcher restarts its own database, this script an external one. */
const faultsOf = ({ servers }: FaultDesk): readonly FaultName[] => {
  if (!servers) return OF_OWN
  return servers.workers.length > 0 ? OF_CLUSTER : OF_CLUSTER.filter((name) => !name.includes('worker'))
}

type Rounds = {
  desk: FaultDesk
  rounds: number
  seed: number
  faults?: readonly FaultName[]
  senders?: number
  /** Ends the rounds early; completed ones are examined. */
  stop?: AbortSignal
}

const PROJECT = 'killed'
const READY_WITHIN_MS = 120_000

/** Runs rounds of faults under load. Nothing acknowledged may be lost or doubled. */
export async function runKillRounds({
  desk,
  rounds,
  seed,
  faults = faultsOf(desk),
  senders = 4,
  stop,
}: Rounds): Promise<KillRounds> {
  const scene = await makeScene({
    baseUrl: desk.baseUrl,
    databaseUrl: desk.databaseUrl(),
    project: PROJECT,
    senders,
    deciders: 4,
  })
  const ledger = newLedger()
  const gates: DecidedGate[] = []
  const hangs: Hang[] = []
  const late: Lateness = { isAllowed: (desk.servers?.workers.length ?? 0) > 0, longestMs: 0 }
  const tallies = new Map<FaultName, Tally>()
  const stopSending = startSenders({ baseUrl: desk.baseUrl, keys: scene.keys, seed, ledger })
  const random = seededRng(seed)
  try {
    for (let round = 0; round < rounds; round++) {
      const name = faults[round % faults.length] ?? 'the app'
      const before = ledger.acknowledged.size
      const readyMs = await runRound({ desk, name, scene, ledger, gates, hangs, late, random })
      const tally = tallies.get(name) ?? { name, rounds: 0, acknowledged: 0, readyMs: [] }
      const acknowledged = ledger.acknowledged.size - before
      tallies.set(name, {
        ...tally,
        rounds: tally.rounds + 1,
        acknowledged: tally.acknowledged + acknowledged,
        readyMs: [...tally.readyMs, readyMs],
      })
      const isReady = Number.isFinite(readyMs)
      print(`· ${round + 1} of ${rounds}: ${name}; ${isReady ? `ready after ${seconds(readyMs)}` : 'NOT READY'}`)
      if (!isReady || stop?.aborted) break
    }
  } finally {
    await stopSending()
  }
  const found = await examine({ databaseUrl: desk.databaseUrl(), projectId: scene.projectId, ledger, gates })
  return reportKills([...tallies.values()], { found, ledger, gates, hangs, late })
}

type Round = {
  desk: FaultDesk
  name: FaultName
  scene: Scene
  ledger: Ledger
  gates: DecidedGate[]
  hangs: Hang[]
  late: Lateness
  random: () => number
}

/** One fault during deliveries and decisions. Resolves to the ms until the server was ready again. */
async function runRound({ desk, name, scene, ledger, gates, hangs, late, random }: Round): Promise<number> {
  const { project, people } = scene
  const setting = { baseUrl: desk.baseUrl, key: scene.keys[0] ?? '', project, people, late }
  const runIds = [...ledger.acknowledged].slice(-3)
  const open: string[] = []
  for (const runId of runIds) open.push(await openGateOn(setting, runId))
  // Some are decided before the fault, some during it, some after it.
  const deciding = open.map(async (gateId) => {
    await sleep(random() * 400)
    gates.push(await decideAtOnce(setting, gateId))
  })
  await sleep(random() * 300)
  const startedAt = performance.now()
  await FAULTS[name](desk, hangs)
  const ready = await readyAfter(desk.baseUrl, READY_WITHIN_MS)
  const readyMs = ready === null ? Number.POSITIVE_INFINITY : performance.now() - startedAt - 1_000
  await Promise.all(deciding)
  await sleep(random() * 1_000)
  return readyMs
}

/** A backend that serves the app in the database of this URL. */
async function busyBackend(url: string, database = url): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = $1
       ORDER BY state = 'idle', state_change DESC LIMIT 1`,
      [new URL(database).pathname.slice(1)],
    )
    return rows[0]?.pid ?? 0
  })
}

/** The worker that stores the project, so that its fault has an effect. */
async function busyWorker(desk: FaultDesk): Promise<ForeignServer> {
  return onDatabase(desk.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ port: number }>(
      `SELECT n.nodeport AS port FROM project p JOIN pg_dist_placement t ON t.shardid = get_shard_id_for_distribution_column('run', p.id)
       JOIN pg_dist_node n USING (groupid) WHERE p.slug = $1`,
      [PROJECT],
    )
    const worker = desk.servers?.workers.find(({ url }) => Number(new URL(url).port) === rows[0]?.port)
    if (worker === undefined) throw new Error('no worker stores the project')
    return worker
  })
}

const DOWN_MS = 1_000

async function killAndStart(server: ForeignServer | undefined): Promise<void> {
  await kill(server?.pid() ?? 0)
  await sleep(DOWN_MS)
  await server?.start()
}

/** The pid of the server that replaces the killed one, as soon as it runs. */
async function nextPostmaster(desk: FaultDesk, killed: number): Promise<number> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    try {
      const { postmaster } = desk.pids()
      if (postmaster > 0 && postmaster !== killed) return postmaster
    } catch {
      // Between two servers the pid file is missing.
    }
    await sleep(10)
  }
  return 0
}
