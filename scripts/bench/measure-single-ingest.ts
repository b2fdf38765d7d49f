import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { makeProject } from './bench-project'
import { formatCount, formatMs, median, quantileOf } from './figures'
import { assertOk, type HttpClient, openHttpClient, timeAtRate, timeInFlight } from './http-client'
import type { Section } from './report'
import { runBodyMaker } from './run-bodies'
import { traceBodyMaker } from './trace-bodies'

const warmUpRuns = 50
const measuredRuns = 500

/** One run per request, one request at a time: the latency of a single agent. */
export async function measureSingleIngest({ db, baseUrl }: { db: Db; baseUrl: string }): Promise<Section> {
  const project = await makeProject(db, 'bench-single')
  const client = openHttpClient(baseUrl, project.key)
  const nextBody = runBodyMaker(seededRng(2), 'single', new Date())
  const times: number[] = []
  for (let sent = 0; sent < warmUpRuns + measuredRuns; sent++) {
    const answer = await client.post('/api/v1/runs', Buffer.from(JSON.stringify(nextBody())))
    assertOk(answer)
    if (sent >= warmUpRuns) times.push(answer.ms)
  }
  client.close()
  return {
    title: 'Single-run ingest over HTTP',
    method: `One run of 10 nodes and 4 signals per request, scored and committed before the response; one request at a time over one connection, after ${warmUpRuns} to warm up.`,
    columns: ['request', 'p50', 'p95', 'p99', 'n'],
    rows: [
      [
        'one run',
        formatMs(median(times)),
        formatMs(quantileOf(times, 0.95)),
        formatMs(quantileOf(times, 0.99)),
        String(times.length),
      ],
    ],
    goals: [],
  }
}

const connections = [1, 10, 100]
const sharedRuns = 2_000
const clockedRuns = 2_500
const wantedPerS = 500
const wantedP95Ms = 50

type Sent = { title: string; perS: number; times: number[] }

/** One request of many: its address, and its body serialized beforehand. */
type Request = { method: 'POST' | 'PATCH'; path: string; body: Buffer }

/** Makes the requests of a project. `prepare` sends what must be there before. */
type Work = {
  name: string
  makeRequests: (count: number) => Request[]
  prepare?: (client: HttpClient, count: number) => Promise<void>
}

/** Sends one request after the other over each number of connections, into projects of their own. */
async function measureWidths({ db, baseUrl }: { db: Db; baseUrl: string }, work: Work): Promise<Sent[]> {
  const figures: Sent[] = []
  for (const width of connections) {
    const project = await makeProject(db, `bench-${work.name}-${width}`)
    const client = openHttpClient(baseUrl, project.key)
    const send = async (count: number) => {
      await work.prepare?.(client, count)
      const times: number[] = []
      const seconds = await timeInFlight(work.makeRequests(count), width, async ({ method, path, body }) => {
        const answer = await client.send(method, path, body)
        assertOk(answer)
        times.push(answer.ms)
      })
      return { title: String(width), perS: count / seconds, times }
    }
    await send(warmUpRuns * 2)
    figures.push(await send(width === 1 ? measuredRuns : sharedRuns))
    client.close()
  }
  return figures
}

/** Requests that post one body each. */
const posting =
  (path: string, nextBody: () => object) =>
  (count: number): Request[] =>
    Array.from({ length: count }, () => ({ method: 'POST', path, body: Buffer.from(JSON.stringify(nextBody())) }))

const toRow = ({ title, perS, times }: Sent) => [
  title,
  formatCount(perS),
  formatMs(median(times)),
  formatMs(quantileOf(times, 0.95)),
  String(times.length),
]

/** One run per request over many connections: runs that arrive while others are stored share a commit. */
export async function measureSharedIngest(desk: { db: Db; baseUrl: string }): Promise<Section> {
  const nextBody = runBodyMaker(seededRng(3), 'shared', new Date())
  const figures = await measureWidths(desk, { name: 'shared', makeRequests: posting('/api/v1/runs', nextBody) })
  const most = figures.at(-1)
  const p95 = quantileOf(most?.times ?? [], 0.95)
  const clocked = await measureAtRate(desk)
  const clockedP95 = quantileOf(clocked.times, 0.95)
  return {
    title: 'Single-run ingest over many connections',
    method:
      'One run of 10 nodes and 4 signals per request, scored and committed before the response; each connection sends its next request after the last response. One key. Client, app and database share the cores. At a fixed rate: requests are sent on schedule, whether earlier ones are answered or not, over at most 100 connections, each timed from when it was due; the rate is the number of responses a second until the last.',
    columns: ['connections', 'runs/s', 'p50', 'p95', 'n'],
    rows: [...figures, clocked].map(toRow),
    goals: [
      {
        aim: '500 runs/s over 100 connections',
        measured: formatCount(most?.perS ?? 0),
        isMet: (most?.perS ?? 0) >= wantedPerS,
      },
      { aim: 'p95 over 100 connections below 50 ms', measured: formatMs(p95), isMet: p95 < wantedP95Ms },
      {
        aim: '500 runs/s at a fixed rate, p95 below 50 ms',
        measured: `${formatCount(clocked.perS)} runs/s, ${formatMs(clockedP95)}`,
        isMet: clocked.perS >= wantedPerS * 0.98 && clockedP95 < wantedP95Ms,
      },
    ],
  }
}

/** One short trace per export over many connections: exports that arrive while others are stored share a commit, too. */
export async function measureSharedTraces(desk: { db: Db; baseUrl: string }): Promise<Section> {
  const next = traceBodyMaker(seededRng(5), new Date())
  const nextBody = () => next().request
  const figures = await measureWidths(desk, { name: 'traces', makeRequests: posting('/v1/traces', nextBody) })
  return {
    title: 'Short traces over many connections',
    method:
      'One whole trace of an agent with five steps per OTLP export (JSON), made a run, scored and committed before the response; each connection sends its next export after the last response. One key. Client, app and database share the cores.',
    columns: ['connections', 'runs/s', 'p50', 'p95', 'n'],
    rows: figures.map(toRow),
    goals: [],
  }
}

/** The end of one running run per request over many connections: ends that arrive while others are stored share a commit, too. */
export async function measureSharedEnds(desk: { db: Db; baseUrl: string }): Promise<Section> {
  const nextBody = runBodyMaker(seededRng(6), 'ended', new Date())
  let bodies: ReturnType<typeof nextBody>[] = []
  const figures = await measureWidths(desk, {
    name: 'ends',
    async prepare(client, count) {
      bodies = Array.from({ length: count }, nextBody)
      const runs = bodies.map(({ output: _, endedAt: __, ...body }) => ({ ...body, status: 'running' }))
      for (let at = 0; at < runs.length; at += 100)
        assertOk(await client.post('/api/v1/runs', Buffer.from(JSON.stringify({ runs: runs.slice(at, at + 100) }))))
    },
    makeRequests: () =>
      bodies.map(({ id, output, endedAt }) => ({
        method: 'PATCH',
        path: `/api/v1/runs/${id}`,
        body: Buffer.from(JSON.stringify({ status: 'completed', output, endedAt })),
      })),
  })
  return {
    title: 'Ends of runs over many connections',
    method:
      'The output and end of one running run of 10 nodes and 4 signals per request (PATCH): the run is read, scored and stored again before the response; each connection sends its next request after the last response. One key. Client, app and database share the cores.',
    columns: ['connections', 'ends/s', 'p50', 'p95', 'n'],
    rows: figures.map(toRow),
    goals: [],
  }
}

/** Sends runs at the fixed rate that is aimed for. */
async function measureAtRate({ db, baseUrl }: { db: Db; baseUrl: string }): Promise<Sent> {
  const nextBody = runBodyMaker(seededRng(4), 'clocked', new Date())
  const project = await makeProject(db, 'bench-clocked')
  const client = openHttpClient(baseUrl, project.key, 100)
  const send = async (body: Buffer) => assertOk(await client.post('/api/v1/runs', body))
  const makeBodies = (count: number) => Array.from({ length: count }, () => Buffer.from(JSON.stringify(nextBody())))
  await timeInFlight(makeBodies(warmUpRuns * 2), 100, send)
  const bodies = makeBodies(clockedRuns)
  const { seconds, times } = await timeAtRate(bodies, wantedPerS, send)
  client.close()
  return { title: `${wantedPerS} a second, fixed rate`, perS: bodies.length / seconds, times }
}
