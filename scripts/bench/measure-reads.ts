import type { Db } from '@/lib/db/client'
import { Refusal } from '../provision/progress'
import { fillProject } from './bench-project'
import { formatCount, formatMs, formatRatio, median, quantileOf } from './figures'
import { assertOk, type HttpClient, openHttpClient } from './http-client'
import { type ReadCase, readCases } from './read-cases'
import type { Goal, Section } from './report'

const smallRuns = 10_000
const mediumRuns = 100_000
const warmUps = 5
const samples = 100

type Setting = { db: Db; baseUrl: string; runs: number; stop: AbortSignal }

/** Sends the same requests to two projects on one server, in turns: one with many runs, one with as few as fill what the request reads. */
export async function measureReads({ db, baseUrl, runs, stop }: Setting): Promise<Section> {
  const [large, medium, small] = [
    await openProject(db, baseUrl, runs),
    await openProject(db, baseUrl, mediumRuns),
    await openProject(db, baseUrl, smallRuns),
  ]
  const measured: MeasuredCase[] = []
  for (const [place, ofLarge] of large.cases.entries()) {
    if (stop.aborted) throw new Refusal('Stopped.')
    const other = ofLarge.fillsLimit ? medium : small
    const ofOther = other.cases[place]
    if (ofOther) measured.push(await measureCase({ large: large.client, small: other.client }, ofLarge, ofOther))
  }
  for (const { client } of [large, medium, small]) client.close()
  return readsSection(measured, { runs, smallRuns, samples })
}

async function openProject(db: Db, baseUrl: string, runs: number) {
  const { id, key } = await fillProject(db, { runs })
  return { client: openHttpClient(baseUrl, key), cases: await readCases(db, id) }
}

type Clients = { large: HttpClient; small: HttpClient }

async function measureCase(clients: Clients, ofLarge: ReadCase, ofSmall: ReadCase): Promise<MeasuredCase> {
  const largeMs: number[] = []
  const smallMs: number[] = []
  for (let round = -warmUps; round < samples; round++) {
    const sample = Math.max(0, round)
    const large = await ask(clients.large, ofLarge.paths, sample)
    const small = await ask(clients.small, ofSmall.paths, sample)
    if (round < 0) continue
    largeMs.push(large)
    smallMs.push(small)
  }
  return { ...ofLarge, largeMs, smallMs }
}

/** Times the same requests in turns, after a warm-up. */
export async function timeReads(client: HttpClient, paths: readonly string[]): Promise<number[]> {
  const ms: number[] = []
  for (let round = -warmUps; round < samples; round++) {
    const taken = await ask(client, paths, Math.max(0, round))
    if (round >= 0) ms.push(taken)
  }
  return ms
}

/** Requests one of the paths, by turns, and returns the milliseconds it took. */
export async function ask(client: HttpClient, paths: readonly string[], sample: number): Promise<number> {
  const answer = await client.get(paths[sample % paths.length] ?? '/')
  assertOk(answer)
  return answer.ms
}

type MeasuredCase = Omit<ReadCase, 'paths'> & {
  largeMs: readonly number[]
  smallMs: readonly number[]
}

const ratioMax = 1.2
const p95MaxMs = 100

type Size = { runs: number; smallRuns: number; samples: number }

/** Reports the figures of the reads, and the slowest of each screen against its aim. */
export function readsSection(measured: readonly MeasuredCase[], { runs, smallRuns, samples }: Size): Section {
  const figures = measured.map(({ largeMs, smallMs, ...one }) => ({
    ...one,
    largeP50: median(largeMs),
    largeP95: quantileOf(largeMs, 0.95),
    smallP50: median(smallMs),
    smallP95: quantileOf(smallMs, 0.95),
    ratio: median(largeMs) / median(smallMs),
  }))
  const goals = (['overview', 'list', 'search', 'detail', 'other pages'] as const).flatMap((screen) =>
    goalsOf(
      screen,
      figures.filter((figure) => figure.screen === screen),
    ),
  )
  return {
    title: `Reads at ${formatCount(runs)} runs against ${formatCount(smallRuns)}`,
    method: `Two projects of one server with the same kind of data (\`million\`: 10 chains of 5 versions over 90 days), read with the same requests in turns over HTTP with an API key, one at a time: from sending the request until the whole response is read, ${samples} times each after a warm-up. The ratio is that of the medians. In the larger project a range of 7 or 90 days contains a hundred times the runs: requests over a range (*) may take longer there, and are repeated over a range with as many runs in both. What reads the newest runs up to a fixed number (†) is compared with a project of ${formatCount(mediumRuns)} runs, as ${formatCount(smallRuns)} do not reach it.`,
    columns: [
      'screen',
      'question',
      `p50, ${formatCount(runs)}`,
      `p95, ${formatCount(runs)}`,
      `p50, ${formatCount(smallRuns)}`,
      `p95, ${formatCount(smallRuns)}`,
      'ratio',
    ],
    rows: figures.map((figure) => [
      figure.screen,
      `${figure.name}${figure.holdsMore ? ' *' : ''}${figure.fillsLimit ? ' †' : ''}`,
      formatMs(figure.largeP50),
      formatMs(figure.largeP95),
      formatMs(figure.smallP50),
      formatMs(figure.smallP95),
      formatRatio(figure.ratio),
    ]),
    goals,
  }
}

type Figure = Pick<ReadCase, 'name' | 'holdsMore'> & { ratio: number; largeP95: number }

function goalsOf(screen: string, figures: readonly Figure[]): Goal[] {
  const [byRatio] = figures.filter(({ holdsMore }) => !holdsMore).toSorted((a, b) => b.ratio - a.ratio)
  const [byP95] = figures.toSorted((a, b) => b.largeP95 - a.largeP95)
  if (!byRatio || !byP95) return []
  return [
    {
      aim: `${screen}: ratio of 1.2 or less`,
      measured: `at most ${formatRatio(byRatio.ratio)} (${byRatio.name})`,
      isMet: byRatio.ratio <= ratioMax,
    },
    {
      aim: `${screen}: p95 under 100 ms at the larger size`,
      measured: `at most ${formatMs(byP95.largeP95)} (${byP95.name})`,
      isMet: byP95.largeP95 < p95MaxMs,
    },
  ]
}
