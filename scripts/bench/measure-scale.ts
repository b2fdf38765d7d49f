import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { print, Refusal } from '../provision/progress'
import type { BuiltDesk } from '../testing/built-desk'
import { type BenchProject, fillProject } from './bench-project'
import { formatCount, formatMegabytes, formatMs, formatRatio, median, quantileOf } from './figures'
import { assertOk, type HttpClient, openHttpClient } from './http-client'
import { ask } from './measure-reads'
import { memoryOf } from './process-tree'
import { readCases } from './read-cases'
import type { Goal, Section } from './report'
import { runBodyMaker } from './run-bodies'

const batchSize = 100
const ingestRounds = 8
const samples = 40
const warmUps = 3
/** Projects larger than this have two steps for all of their runs. */
const withStepsAbove = 1_000_000
/** Expected runs per second of filling on two idle cores, until it is measured. */
const guessedPerS = 4_000

type Setting = { db: Db; desk: BuiltDesk; sizes: readonly number[]; stop: AbortSignal }

/**
 * Measures a project at several sizes on one server: storage, ingest on top of it, and reads. On a kept server it resumes where it stopped;
 * the storage of a size is noted beside the database.
 */
export async function measureScale(setting: Setting): Promise<Section[]> {
  const { desk, sizes, stop } = setting
  const filled: Filled[] = []
  let perS = guessedPerS
  for (const [place, runs] of sizes.entries()) {
    if (stop.aborted) throw new Refusal('Stopped.')
    const left = sizes.slice(place).reduce((sum, size) => sum + size, 0)
    print(
      `· ${count(runs)} runs: filling takes about ${minutes(runs / perS)}, all remaining sizes ${minutes(left / perS)}`,
    )
    const project = await fillNoted(setting, runs)
    if (project.note.fillS > 0) perS = runs / project.note.fillS
    const client = openHttpClient(desk.baseUrl, project.key)
    const cases = await readCases(setting.db, project.id)
    for (const { paths } of cases) await askOften(client, paths, warmUps)
    const memory = { app: memoryOf(desk.appPid).proportional, database: memoryOf(desk.databasePid).proportional }
    filled.push({ runs, project, client, cases, memory })
  }
  const ingest = await measureIngest(filled)
  const reads = await measureReadsInTurns(filled, stop)
  const vacuumed = await readVacuum(setting.db)
  for (const { client } of filled) client.close()
  const measured = filled.map(
    ({ runs, project, memory }): ScaleSize => ({ runs, ...project.note, ...memory, ingest: ingest.get(runs) ?? [] }),
  )
  return scaleSections({ sizes: measured, reads, vacuumed }, { batchSize, ingestRounds, samples })
}

type Filled = {
  runs: number
  project: BenchProject & { note: Note }
  client: HttpClient
  cases: Awaited<ReturnType<typeof readCases>>
  memory: { app: number; database: number }
}

/** Time and storage of filling one size. */
type Note = { fillS: number; tables: number; indexes: number }
type Notes = Record<string, Note & { isDone: boolean }>

async function fillNoted({ db, desk }: Setting, runs: number): Promise<Filled['project']> {
  const file = path.join(desk.dataDir, 'scale.json')
  const notes: Notes = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const known = notes[runs]
  const wanted = { runs, withSteps: runs > withStepsAbove }
  if (known?.isDone) return { ...(await fillProject(db, wanted)), note: known }
  const before = await readSizes(db)
  const base = known ?? { fillS: 0, tables: before.tables, indexes: before.indexes, isDone: false }
  writeFileSync(file, JSON.stringify({ ...notes, [runs]: base }))
  const startedAt = performance.now()
  const project = await fillProject(db, wanted)
  const after = await readSizes(db)
  const note = {
    fillS: known ? 0 : (performance.now() - startedAt) / 1000,
    tables: after.tables - base.tables,
    indexes: after.indexes - base.indexes,
  }
  writeFileSync(file, JSON.stringify({ ...notes, [runs]: { ...note, isDone: true } }))
  return { ...project, note }
}

async function readSizes(db: Db): Promise<{ tables: number; indexes: number }> {
  const [row] = await db.$queryRaw<{ tables: number; indexes: number }[]>`
    SELECT sum(pg_table_size(c.oid))::float8 AS tables, sum(pg_indexes_size(c.oid))::float8 AS indexes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'`
  return row ?? { tables: 0, indexes: 0 }
}

/** Measures runs per second ingested on top of each size, in turns, so that other load on the machine affects all sizes. */
async function measureIngest(filled: readonly Filled[]): Promise<Map<number, number[]>> {
  const nextBody = runBodyMaker(seededRng(5), `scale-${Date.now()}`, new Date())
  const rates = new Map<number, number[]>(filled.map(({ runs }) => [runs, []]))
  for (let round = -1; round < ingestRounds; round++)
    for (const { runs, client } of filled) {
      const answer = await client.post(
        '/api/v1/runs',
        Buffer.from(JSON.stringify({ runs: Array.from({ length: batchSize }, nextBody) })),
      )
      assertOk(answer)
      if (round >= 0) rates.get(runs)?.push((batchSize * 1000) / answer.ms)
    }
  return rates
}

async function measureReadsInTurns(filled: readonly Filled[], stop: AbortSignal): Promise<ScaleRead[]> {
  const names = filled[0]?.cases.map(({ name }) => name) ?? []
  const reads: ScaleRead[] = []
  for (const [place, name] of names.entries()) {
    if (stop.aborted) throw new Refusal('Stopped.')
    const taken = filled.map((): number[] => [])
    for (let sample = 0; sample < samples; sample++)
      for (const [at, { client, cases }] of filled.entries())
        taken[at]?.push(await ask(client, cases[place]?.paths ?? [], sample))
    reads.push({ name, holdsMore: filled[0]?.cases[place]?.holdsMore, ms: taken.map(median) })
  }
  return reads
}

async function askOften(client: HttpClient, paths: readonly string[], times: number) {
  for (let sample = 0; sample < times; sample++) await ask(client, paths, sample)
}

/** Counts autovacuum runs since the server started, and the current share of dead rows. */
async function readVacuum(db: Db): Promise<{ times: number; deadShare: number }> {
  const [row] = await db.$queryRaw<{ times: number; dead: number; live: number }[]>`
    SELECT sum(autovacuum_count)::float8 AS times, sum(n_dead_tup)::float8 AS dead, sum(n_live_tup)::float8 AS live FROM pg_stat_user_tables`
  return { times: row?.times ?? 0, deadShare: row ? row.dead / Math.max(1, row.dead + row.live) : 0 }
}

const count = (value: number) => value.toLocaleString('en-US')
const minutes = (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

/**
 * One size: seconds of filling it (0 = it was filled in several sessions), its bytes (0 = it existed before), and runs per second ingested
 * on top.
 */
type ScaleSize = {
  runs: number
  fillS: number
  tables: number
  indexes: number
  app: number
  database: number
  ingest: readonly number[]
}

/** One request, and its median at each size. */
type ScaleRead = { name: string; holdsMore?: boolean | undefined; ms: readonly number[] }

type Measured = {
  sizes: readonly ScaleSize[]
  reads: readonly ScaleRead[]
  vacuumed: { times: number; deadShare: number }
}
type Size = { batchSize: number; ingestRounds: number; samples: number }

const ratioMax = 1.2

/** Reports the figures of the sizes, and how each grows from the smallest to the largest. */
function scaleSections({ sizes, reads, vacuumed }: Measured, { batchSize, ingestRounds, samples }: Size): Section[] {
  const toLargest = (from: number) =>
    reads.map(({ name, holdsMore, ms }) => ({
      name,
      holdsMore,
      ratio: (ms.at(-1) ?? Number.NaN) / (ms.at(from) ?? Number.NaN),
    }))
  const [grown, lastStep] = [toLargest(0), toLargest(-2)]
  const rates = sizes.map(({ ingest }) => median(ingest))
  const kept = (rates.at(-1) ?? Number.NaN) / (rates[0] ?? Number.NaN)
  return [
    {
      title: 'Scale: what a project of each size takes up',
      method: `Projects of one server with the same kind of data (\`million\`: steps, signals and scores for one run in a hundred and the newest hundredth only, with four steps each; above a million every run has two steps), the smaller ones beside the larger. Tables and indexes: the storage that filling added. Ingest: ${ingestRounds} deliveries of ${batchSize} runs of 10 steps over HTTP on top of each size, in turns, one at a time. Memory (PSS) after reading the pages of that size. Autovacuum ran ${formatCount(vacuumed.times)} times; ${(vacuumed.deadShare * 100).toFixed(2)} % of all rows were dead at the end.`,
      columns: ['runs', 'filled in', 'tables', 'indexes', 'kB a run', 'ingest, runs/s', 'worst', 'app', 'database'],
      rows: sizes.map(({ runs, fillS, tables, indexes, ingest, app, database }) => [
        formatCount(runs),
        fillS > 0 ? `${formatCount(fillS)} s` : '-',
        ...(tables + indexes > 0
          ? [formatMegabytes(tables), formatMegabytes(indexes), ((tables + indexes) / runs / 1000).toFixed(2)]
          : ['-', '-', '-']),
        formatCount(median(ingest)),
        formatCount(quantileOf(ingest, 0)),
        formatMegabytes(app),
        formatMegabytes(database),
      ]),
      goals: [
        {
          aim: 'ingest on top of the largest size at .85 or more of that on the least',
          measured: formatRatio(kept),
          isMet: kept >= 0.85,
        },
      ],
    },
    {
      title: 'Scale: how reads grow',
      method: `The same requests to each of these projects in turns, ${samples} times each, over HTTP: medians. The ratio is that of the largest size to the smallest, the last step that to the size before: a request that reads a bounded number of rows grows until a project has that many, and no further. All projects cover the same 90 days, so that a range of a larger project contains more runs: requests over a range (*) may take longer there, and are repeated over a range with about as many runs at each size.`,
      columns: ['question', ...sizes.map(({ runs }) => formatCount(runs)), 'ratio', 'last step'],
      rows: reads.map(({ name, holdsMore, ms }, place) => [
        holdsMore ? `${name} *` : name,
        ...ms.map(formatMs),
        formatRatio(grown[place]?.ratio ?? Number.NaN),
        formatRatio(lastStep[place]?.ratio ?? Number.NaN),
      ]),
      goals: [
        growthGoal('no read grows: ratio of 1.2 or less', grown),
        growthGoal('no read grows from the size before to the largest: 1.2 or less', lastStep),
      ],
    },
  ]
}

type Grown = { name: string; holdsMore?: boolean | undefined; ratio: number }

function growthGoal(aim: string, all: readonly Grown[]): Goal {
  const grown = all.filter(({ holdsMore }) => !holdsMore)
  const worst = grown.reduce((a, b) => (b.ratio > a.ratio ? b : a), grown[0] ?? { name: 'nothing', ratio: Number.NaN })
  const over = grown.filter(({ ratio }) => !(ratio <= ratioMax)).length
  const rest = over > 1 ? `; ${over} of ${grown.length} miss it` : ''
  return {
    aim,
    measured: `at most ${formatRatio(worst.ratio)} (${worst.name}${rest})`,
    isMet: over === 0 && grown.length > 0,
  }
}
