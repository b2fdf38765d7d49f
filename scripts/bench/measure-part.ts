import type { Browser } from '@playwright/test'
import type { Db } from '@/lib/db/client'
import type { BenchDesk } from './bench-desk'
import { openDatabase } from './bench-project'
import { openBrowser, signIn } from './browser'
import { measureDecision } from './measure-decision'
import { measureBatchIngest, measureSingleIngest } from './measure-ingest'
import { measureJavascript } from './measure-javascript'
import { measureMemory } from './measure-memory'
import type { Options, PartName } from './options'
import { makeScreens } from './screens'
import type { Section } from './section'

type Part = Exclude<PartName, 'start'>
type Setting = { desk: BenchDesk; options: Options; stop: AbortSignal; onSection: (section: Section) => void }

/** Measures the wanted parts on one desk, in an order in which none disturbs the next. */
export async function measureParts({ desk, options, stop, onSection }: Setting): Promise<void> {
  const db = openDatabase(desk.databaseUrl)
  const { baseUrl } = desk
  const screens = once(() => makeScreens(db, baseUrl))
  const browser = once(openBrowser)
  const session = once(async () => signIn(await browser(), baseUrl))
  const parts: Record<Part, () => Promise<Section>> = {
    ingest: () => measureBatchIngest({ db, desk, rounds: options.rounds }),
    single: () => measureSingleIngest({ db, baseUrl }),
    decision: async () => measureDecision(await browser(), baseUrl, await session(), await screens()),
    javascript: async () => measureJavascript(await browser(), baseUrl, await session(), await screens()),
    memory: async () => measureMemory(desk),
  }
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (stop.aborted || !options.parts.some((part) => part === name)) continue
      onSection(await measure())
    }
  } finally {
    await (await browser.made())?.close()
    await db.$disconnect()
  }
}
