import type { BenchDesk } from './bench-desk'
import { openDatabase } from './bench-project'
import { formatMegabytes } from './figures'
import { measureBatchIngest } from './measure-batch-ingest'
import { measureCitus } from './measure-citus'
import { measureDecision } from './measure-decision'
import { measureFlatIngest } from './measure-flat-ingest'
import { measurePages } from './measure-pages'
import { measureReads } from './measure-reads'
import { measureScale } from './measure-scale'
import { measureSharedIngest, measureSingleIngest } from './measure-single-ingest'
import { measureTools } from './measure-tools'
import type { DeskPartName, Options } from './options'
import { memoryOf } from './process-tree'
import type { Section } from './report'
import { makeScreens, openBrowser, signIn } from './screens'

type Setting = { desk: BenchDesk; options: Options; stop: AbortSignal; onSection: (section: Section) => void }

/** Measures the requested parts on one server, in an order in which none disturbs the next. */
export async function measureParts({ desk, options, stop, onSection }: Setting): Promise<void> {
  const db = openDatabase(desk.databaseUrl)
  const { baseUrl } = desk
  const screens = once(() => makeScreens(db, baseUrl))
  const browser = once(openBrowser)
  const session = once(async () => signIn(await browser.get(), baseUrl))
  const parts: Record<DeskPartName, () => Promise<Section | Section[]>> = {
    ingest: () => measureBatchIngest({ db, desk, rounds: options.rounds }),
    single: () => measureSingleIngest({ db, baseUrl }),
    shared: () => measureSharedIngest({ db, baseUrl }),
    tools: () => measureTools({ db, baseUrl }),
    read: () => measureReads({ db, baseUrl, runs: options.runs, stop }),
    decision: async () => measureDecision(await browser.get(), baseUrl, await session.get(), await screens.get()),
    pages: async () => {
      const seen = { browser: await browser.get(), session: await session.get() }
      return measurePages({
        db,
        baseUrl,
        runs: options.runs,
        repeats: Math.min(5, options.rounds),
        only: options.only,
        stop,
        ...seen,
      })
    },
    memory: async () => measureMemory(desk),
    scale: () => measureScale({ db, desk, sizes: options.sizes, stop }),
    flat: () => measureFlatIngest({ db, desk, runs: options.sent, stop }),
    citus: () => measureCitus({ db, desk, cluster: options.cluster, rounds: options.rounds, stop }),
  }
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (stop.aborted || !options.parts.some((part) => part === name)) continue
      for (const section of [await measure()].flat()) onSection(section)
    }
  } finally {
    await (await browser.made())?.close()
    await db.$disconnect()
  }
}

/** Creates a value on first use. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return { get, made: async () => made }
}

/** Measures the memory of app and database after all parts before. */
function measureMemory({ appPid, databasePid }: { appPid: number; databasePid: number }): Section {
  const parts = [
    { name: 'app', ...memoryOf(appPid) },
    { name: 'database', ...memoryOf(databasePid) },
  ]
  return {
    title: 'Memory',
    method:
      'At the end, with the data of all parts: the process trees of the app, and of the database with its connections. PSS counts shared memory once, RSS once per process.',
    columns: ['part', 'processes', 'PSS', 'RSS'],
    rows: parts.map((part) => [
      part.name,
      String(part.processes),
      formatMegabytes(part.proportional),
      formatMegabytes(part.resident),
    ]),
    goals: [],
  }
}
