import type { Db } from '@/lib/db/client'
import { Refusal } from '../provision/progress'
import { fillProject } from './bench-project'
import { assertOk, type HttpClient, openHttpClient } from './http-client'
import { type ReadCase, readCases } from './read-cases'
import { type MeasuredCase, readsSection } from './reads-section'
import type { Section } from './section'

const smallRuns = 10_000
const warmUps = 5
const samples = 100

type Setting = { db: Db; baseUrl: string; runs: number; stop: AbortSignal }

/** Sends the same requests to two projects on one server, in turns: one with many runs, one with few. */
export async function measureReads({ db, baseUrl, runs, stop }: Setting): Promise<Section> {
  const large = await fillProject(db, { runs })
  const small = await fillProject(db, { runs: smallRuns })
  const clients = { large: openHttpClient(baseUrl, large.key), small: openHttpClient(baseUrl, small.key) }
  const cases = { large: await readCases(db, large.id), small: await readCases(db, small.id) }
  const measured: MeasuredCase[] = []
  for (const [place, ofLarge] of cases.large.entries()) {
    if (stop.aborted) throw new Refusal('Stopped.')
    const ofSmall = cases.small[place]
    if (ofSmall) measured.push(await measureCase(clients, ofLarge, ofSmall))
  }
  clients.large.close()
  clients.small.close()
  return readsSection(measured, { runs, smallRuns, samples })
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
  const { screen, name, holdsMore } = ofLarge
  return { screen, name, holdsMore, largeMs, smallMs }
}

/** Times the same requests in turns, after a warm-up. */
export async function timeReads(client: HttpClient, paths: readonly string[], times = samples): Promise<number[]> {
  const ms: number[] = []
  for (let round = -warmUps; round < times; round++) {
    const taken = await ask(client, paths, Math.max(0, round))
    if (round >= 0) ms.push(taken)
  }
  return ms
}

async function ask(client: HttpClient, paths: readonly string[], sample: number): Promise<number> {
  const answer = await client.get(paths[sample % paths.length] ?? '/')
  assertOk(answer)
  return answer.ms
}
