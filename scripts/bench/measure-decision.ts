import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { formatMs, median, quantileOf } from './figures'
import type { Section } from './report'
import type { Screens } from './screens'
import { openPage, type Session } from './screens'

const decisions = 20
const patienceMs = 10_000
const inPage = fileURLToPath(new URL('in-page.js', import.meta.url))

const sighting = z.object({ changedAt: z.number(), settledAt: z.number() })

type Seen = { changedMs: number; settledMs: number }

/** Measures how long a reviewer's decision in one browser takes to show in another with the same run open. */
export async function measureDecision(
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
