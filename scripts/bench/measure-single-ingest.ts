import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { makeProject } from './bench-project'
import { formatCount, formatMs, median, quantileOf } from './figures'
import { assertOk, openHttpClient, timeAtRate, timeInFlight } from './http-client'
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

/** Sends one body per request over each number of connections, into projects of their own. */
async function measureWidths(
  { db, baseUrl }: { db: Db; baseUrl: string },
  { name, path, nextBody }: { name: string; path: string; nextBody: () => object },
): Promise<Sent[]> {
  const figures: Sent[] = []
  for (const width of connections) {
    const project = await makeProject(db, `bench-${name}-${width}`)
    const client = openHttpClient(baseUrl, project.key)
    const send = async (count: number) => {
      const bodies = Array.from({ length: count }, () => Buffer.from(JSON.stringify(nextBody())))
      const times: number[] = []
      const seconds = await timeInFlight(bodies, width, async (body) => {
        const answer = await client.post(path, body)
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
  const figures = await measureWidths(desk, { name: 'shared', path: '/api/v1/runs', nextBody })
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
  const figures = await measureWidths(desk, { name: 'traces', path: '/v1/traces', nextBody })
  return {
    title: 'Short traces over many connections',
    method:
      'One whole trace of an agent with five steps per OTLP export (JSON), made a run, scored and committed before the response; each connection sends its next export after the last response. One key. Client, app and database share the cores.',
    columns: ['connections', 'runs/s', 'p50', 'p95', 'n'],
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
