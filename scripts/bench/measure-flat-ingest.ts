import type { RunBody } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import { print, Refusal } from '../provision/progress'
import type { BuiltDesk } from '../testing/built-desk'
import { makeProject } from './bench-project'
import { formatCount, formatMs, formatRatio } from './figures'
import { assertOk, openHttpClient } from './http-client'
import { measureCost, type RunCost } from './process-tree'
import type { Section } from './report'

const batchSize = 100
const slices = 10
const warmUpBatches = 10
const keptMin = 0.85
const workMax = 1.2

type Setting = { db: Db; desk: BuiltDesk; runs: number; stop: AbortSignal }

/** Sends small runs into an empty project, one delivery after another, to see if ingest slows down as the project grows. */
export async function measureFlatIngest({ db, desk, runs, stop }: Setting): Promise<Section> {
  const started = Date.now()
  const project = await makeProject(db, `bench-flat-${started}`)
  const client = openHttpClient(desk.baseUrl, project.key)
  let sent = 0
  const send = async (batches: number) => {
    for (let batch = 0; batch < batches; batch++) {
      if (stop.aborted) throw new Refusal('Stopped.')
      const bodies = Array.from({ length: batchSize }, () => smallRun(sent++, started))
      assertOk(await client.post('/api/v1/runs', Buffer.from(JSON.stringify({ runs: bodies }))))
    }
  }
  await send(warmUpBatches)
  const measured: RunCost[] = []
  for (let slice = 0; slice < slices; slice++) {
    measured.push(await measureCost(desk, runs / slices, () => send(Math.round(runs / slices / batchSize))))
    print(`  ${formatCount(((slice + 1) * runs) / slices)} runs: ${formatCount(measured.at(-1)?.perS ?? 0)} a second`)
  }
  client.close()
  return toSection(measured, runs)
}

/** A run with two steps in one of some chains; one in twelve fails. */
function smallRun(place: number, now: number): RunBody {
  const isFailed = place % 12 === 5
  const answer = { answer: `Order ${place} is on its way.` }
  return {
    id: `flat-${now}-${place}`,
    chain: `orders-${place % 4}`,
    version: '1.0.0',
    scenario: `order-${place % 500}`,
    status: isFailed ? 'failed' : 'completed',
    startedAt: new Date(now - 3_600_000 + (place % 3000) * 1000).toISOString(),
    ...(isFailed ? {} : { output: answer }),
    nodes: [
      { id: 'look-up', type: 'tool', status: 'completed', output: { order: place } },
      isFailed
        ? { id: 'answer', type: 'model', status: 'failed', error: { message: 'HTTP 429 Too Many Requests' } }
        : { id: 'answer', type: 'model', dependencies: ['look-up'], status: 'completed', output: answer },
    ],
    tokens: { input: 200, output: 100 + (place % 50) },
    signals: { peer: 0.6 + (place % 40) / 100 },
  }
}

function toSection(measured: readonly RunCost[], runs: number): Section {
  const [first, last] = [measured[0], measured.at(-1)]
  const none = { perS: Number.NaN, appMs: Number.NaN, databaseMs: Number.NaN }
  const { perS, appMs, databaseMs } = first ?? none
  const kept = (last ?? none).perS / perS
  const work = ((last ?? none).appMs + (last ?? none).databaseMs) / (appMs + databaseMs)
  return {
    title: 'Scale: ingest as a project grows',
    method: `${formatCount(runs)} runs of two steps into an empty project, in deliveries of ${batchSize} over HTTP, one at a time, in ${slices} equal slices: the rate of each slice relative to the first, and the CPU time of app and database per run, which is more reliable on a busy machine.`,
    columns: ['runs there', 'runs/s', 'of the first', 'app', 'database', 'work of the first'],
    rows: measured.map((slice, place) => [
      formatCount(((place + 1) * runs) / slices),
      formatCount(slice.perS),
      formatRatio(slice.perS / perS),
      formatMs(slice.appMs),
      formatMs(slice.databaseMs),
      formatRatio((slice.appMs + slice.databaseMs) / (appMs + databaseMs)),
    ]),
    goals: [
      { aim: `the last slice at ${keptMin} or more of the first`, measured: formatRatio(kept), isMet: kept >= keptMin },
      {
        aim: `a run of the last slice costs at most ${workMax} of one of the first`,
        measured: formatRatio(work),
        isMet: work <= workMax,
      },
    ],
  }
}
