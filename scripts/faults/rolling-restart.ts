import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingestResult } from '@/lib/contracts/ingest'
import { applyMigrations } from '@/lib/db/migrate'
import { seededRng } from '@/lib/engine/stats/random'
import { noSettings, parseEnv } from '@/lib/env'
import { runBodyMaker } from '../bench/run-bodies'
import { type AppServer, appEnvironment, localUrl, serveApp, waitUntilReady } from '../provision/app-server'
import { discardPostgres, startPostgres } from '../provision/postgres'
import { findFreePort } from '../provision/processes'
import { step, unlessStopped } from '../provision/progress'
import { askReady } from '../provision/start-lock'
import { examine, wholeGoals } from './examine'
import { type Found, makeFolder, makeScene } from './scene'
import { newLedger } from './senders'

// The balancer checks five times a second; on a busy machine an answer may take a second.
const GRACE_S = 8
// Lets a new instance warm up before the other one stops.
const BETWEEN_MS = 4_000
const STEADY_WITHIN_MS = 600_000
const SENDERS = 8
// The share of requests that write. The others read.
const WRITES = 0.25

type Instance = { port: number; app: AppServer; restart: () => Promise<void> }
type Rolling = { requests: number; seed: number; stop: AbortSignal }

/** Restarts two instances on one database behind a balancer in turn while requests continue. None may fail. */
export async function runRollingRestart({ requests, seed, stop }: Rolling): Promise<Found> {
  const dataDir = makeFolder('rolling')
  const server = await step('PostgreSQL', () => startPostgres(dataDir))
  const port = await findFreePort()
  const instances: Instance[] = []
  let balancer: Balancer | undefined
  try {
    await step('Migrations', async () => void (await applyMigrations(server.url)))
    for (const name of ['one', 'two'])
      instances.push(await step(`Instance ${name}`, () => startInstance(dataDir, server.url, port, stop)))
    balancer = await openBalancer(
      port,
      instances.map((instance) => instance.port),
    )
    return await unlessStopped(
      restartInTurn({ databaseUrl: server.url, port, instances, balancer, requests, seed }),
      stop,
    )
  } finally {
    await balancer?.close()
    for (const { app } of instances) await app.stop()
    await discardPostgres(dataDir, server)
  }
}

async function startInstance(
  dataDir: string,
  databaseUrl: string,
  front: number,
  stop: AbortSignal,
): Promise<Instance> {
  const env = parseEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(await findFreePort()),
    APP_URL: `http://127.0.0.1:${front}`,
    SHUTDOWN_GRACE: String(GRACE_S),
  })
  const environment = appEnvironment(env, databaseUrl, { ...process.env, ...noSettings, LOG_LEVEL: 'warn' })
  const start = async () => {
    const app = serveApp(env, environment, `${dataDir}/app-${env.PORT}.log`)
    await waitUntilReady(app, localUrl(env, '/readyz'), stop)
    return app
  }
  const instance: Instance = {
    port: env.PORT,
    app: await start(),
    async restart() {
      await instance.app.stop()
      instance.app = await start()
    },
  }
  return instance
}

type Restarting = {
  databaseUrl: string
  port: number
  instances: readonly Instance[]
  balancer: Balancer
  requests: number
  seed: number
}

async function restartInTurn({ databaseUrl, port, instances, balancer, requests, seed }: Restarting): Promise<Found> {
  const baseUrl = `http://127.0.0.1:${port}`
  await untilAnswered(baseUrl)
  await untilSteady(instances, balancer)
  const scene = await makeScene({ baseUrl, databaseUrl, project: 'rolling', senders: SENDERS, deciders: 0 })
  const ledger = newLedger()
  const count = { sent: 0, failed: 0 }
  const failures = new Set<string>()
  let restarts = 0
  const sending = scene.keys.map(async (key, place) => {
    const random = seededRng(seed + place)
    const make = runBodyMaker(random, `r${seed}-${place}`, new Date())
    // Continues until every instance was restarted, however fast the requests are.
    while (count.sent < requests || restarts < instances.length) {
      count.sent++
      const run = random() < WRITES ? make() : null
      if (run) ledger.sent.set(run.id, run.nodes?.length ?? 0)
      const answer = await ask(baseUrl, key, run)
      if (typeof answer !== 'string') for (const id of answer) ledger.acknowledged.add(id)
      else {
        count.failed++
        failures.add(answer)
      }
      // The rate limit is 600 deliveries in ten seconds per key.
      if (run) await sleep(5)
    }
  })
  let isDone = false
  const all = Promise.all(sending).finally(() => {
    isDone = true
  })
  while (!isDone)
    for (const instance of instances) {
      if (isDone) break
      await instance.restart()
      restarts++
      await untilSteady(instances, balancer)
    }
  await all
  const found = await examine({ databaseUrl, projectId: scene.projectId, ledger })
  return {
    section: {
      title: 'Rolling restart of two instances behind a balancer',
      method: `The balancer reads /readyz every 200 ms and repeats nothing; SHUTDOWN_GRACE is ${GRACE_S} s.`,
      columns: ['requests', 'restarts', 'failed', 'acknowledged', 'lost', 'doubled'],
      rows: [[count.sent, restarts, count.failed, found.acknowledged, found.lost, found.doubled].map(String)],
      goals: [
        {
          aim: 'no request fails',
          measured: `${count.failed} of ${count.sent}${failures.size > 0 ? `: ${[...failures].slice(0, 5).join('; ')}` : ''}`,
          isMet: count.failed === 0,
        },
        ...wholeGoals(found),
      ],
    },
  }
}

/** Waits like a rolling release: the next instance stops after all have been ready for a while, and not before. */
async function untilSteady(instances: readonly Instance[], balancer: Balancer): Promise<void> {
  const startedAt = performance.now()
  let since = startedAt
  while (performance.now() - since < BETWEEN_MS) {
    if (performance.now() - startedAt > STEADY_WITHIN_MS) throw new Error('The instances did not become ready again.')
    await sleep(100)
    if (!instances.every(({ port }) => balancer.isReady(port))) since = performance.now()
  }
}

/** Returns the acknowledged runs, or why the request failed. */
async function ask(baseUrl: string, key: string, run: object | null): Promise<string[] | string> {
  const authorization = `Bearer ${key}`
  const signal = AbortSignal.timeout(30_000)
  try {
    const answer = run
      ? await fetch(`${baseUrl}/api/v1/runs`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(run),
          signal,
        })
      : await fetch(`${baseUrl}/api/v1/runs?limit=5`, { headers: { authorization }, signal })
    const text = await answer.text()
    if (answer.status !== 200) return `${answer.status} ${text.slice(0, 200)}`
    return run ? ingestResult.parse(JSON.parse(text)).accepted.map(({ id }) => id) : []
  } catch (error) {
    return error instanceof Error
      ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
      : 'no answer'
  }
}

async function untilAnswered(baseUrl: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${baseUrl}/healthz`).catch(() => null)
    if (answer?.status === 200) return
    await sleep(100)
  }
}

const ASKS_EVERY_MS = 200
// A stopping instance is removed immediately; a slow one only after so many missed checks.
const MISSES = 3

type Balancer = {
  /** Whether requests currently go to this instance. */
  isReady: (instance: number) => boolean
  close: () => Promise<void>
}

/**
 * A minimal round-robin balancer over the ready instances. It never repeats a request. While none is ready, it asks all that are not
 * stopping, as nginx and Envoy do: on a starved machine a readiness check can time out on an instance that still answers.
 */
async function openBalancer(port: number, instances: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  const stopping = new Set<number>()
  let isOver = false
  let turn = 0
  const watching = instances.map(async (instance) => {
    let misses = 0
    while (!isOver) {
      const answer = await askReady(`http://127.0.0.1:${instance}/readyz`)
      misses = answer === 'ready' ? 0 : misses + 1
      const isStopping = answer?.includes('stopping') === true
      if (isStopping) stopping.add(instance)
      if (answer === 'ready') {
        ready.add(instance)
        stopping.delete(instance)
      } else if (isStopping || misses >= MISSES) ready.delete(instance)
      await sleep(ASKS_EVERY_MS)
    }
  })
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const open = ready.size > 0 ? [...ready] : instances.filter((instance) => !stopping.has(instance))
    const instance = open[turn++ % open.length]
    if (instance === undefined) outgoing.writeHead(502).end('no instance is ready')
    else pass(agent, instance, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    isReady: (instance) => ready.has(instance),
    async close() {
      isOver = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
      await Promise.all(watching)
    },
  }
}

function pass(agent: Agent, port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const sent = request({ host: '127.0.0.1', port, path: url, method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    // An answer that breaks off is broken off here, too.
    pipeline(answer, outgoing, () => undefined)
  })
  sent.once('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(`instance ${port}: ${error.message}`)
  })
  incoming.pipe(sent)
}
