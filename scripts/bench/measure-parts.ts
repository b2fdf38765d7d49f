import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import type { BuiltDesk } from '../testing/built-desk'
import { openDatabase } from './bench-project'
import { formatMegabytes, formatMs, median, quantileOf } from './figures'
import { measureBatchIngest } from './measure-batch-ingest'
import { measureCitus } from './measure-citus'
import { measureFlatIngest } from './measure-flat-ingest'
import { measurePages } from './measure-pages'
import { measureReads } from './measure-reads'
import { measureScale } from './measure-scale'
import {
  measureSharedEnds,
  measureSharedIngest,
  measureSharedTraces,
  measureSingleIngest,
} from './measure-single-ingest'
import { measureTools } from './measure-tools'
import type { DeskPartName, Options } from './options'
import { memoryOf } from './process-tree'
import type { Section } from './report'
import { makeScreens, openBrowser, openPage, type Screens, type Session, signIn } from './screens'

type Setting = { desk: BuiltDesk; options: Options; stop: AbortSignal; onSection: (section: Section) => void }

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
    traces: () => measureSharedTraces({ db, baseUrl }),
    ends: () => measureSharedEnds({ db, baseUrl }),
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

const decisions = 20
const patienceMs = 10_000
const inPage = fileURLToPath(new URL('in-page.js', import.meta.url))

const sighting = z.object({ changedAt: z.number(), settledAt: z.number() })

type Seen = { changedMs: number; settledMs: number }

/** Measures how long a reviewer's decision in one browser takes to show in another with the same run open. */
async function measureDecision(
  browser: Browser,
  baseUrl: string,
  session: Session,
  { project, runId }: Screens,
): Promise<Section> {
  const reviewer = await openPage(browser, baseUrl, session)
  const watcher = await openPage(browser, baseUrl, session)
  for (const page of [watcher, reviewer]) {
    await page.addInitScript({ path: inPage })
    await page.goto(`/p/${project}/runs/${runId}`)
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
  }
  const seen: Seen[] = []
  // The first approval and its undo warm up browsers and app.
  for (let decided = -2; decided < decisions; decided++) {
    const watched = await watch(watcher)
    const clickedAt = await decide(reviewer, decided % 2 === 0 ? /^Approve/ : /^Take back/)
    const { changedAt, settledAt } = await watched()
    if (decided >= 0) seen.push({ changedMs: changedAt - clickedAt, settledMs: settledAt - clickedAt })
  }
  for (const page of [reviewer, watcher]) await page.context().close()
  const changed = seen.map(({ changedMs }) => changedMs)
  const settled = seen.map(({ settledMs }) => settledMs)
  const p95 = quantileOf(changed, 0.95)
  const row = (name: string, times: number[]) => [
    name,
    formatMs(median(times)),
    formatMs(quantileOf(times, 0.95)),
    formatMs(Math.max(...times)),
    String(times.length),
  ]
  return {
    title: 'Decision to visible in a second browser',
    method:
      'Two separate Chromium contexts show the page of one run. In one a reviewer approves the run, or takes the approval back; the time is from that click until the confidence in the other begins to change: request, transaction, notification, server-sent event, refetch and painting included. The number is then animated to its new value for a quarter of a second.',
    columns: ['until', 'p50', 'p95', 'max', 'n'],
    rows: [row('the number moves', changed), row('it has counted to its end', settled)],
    goals: [{ aim: 'p95 under 500 ms', measured: formatMs(p95), isMet: p95 < 500 }],
  }
}

/** Clicks as soon as the button is enabled, and resolves to when the page received the click. */
async function decide(page: Page, name: RegExp): Promise<number> {
  await page.getByRole('button', { name }).click()
  return Number(await page.evaluate('veritasBench.clickedAt'))
}

/** Starts watching the page, and resolves to a function that awaits what was seen. */
async function watch(page: Page): Promise<() => Promise<z.infer<typeof sighting>>> {
  // In an object, because a returned promise would be awaited.
  const watched = await page.evaluateHandle(`({ seen: veritasBench.watchConfidence(${patienceMs}) })`)
  return async () => sighting.parse(await watched.evaluate(({ seen }) => seen))
}
