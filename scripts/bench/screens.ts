import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ingestResult } from '@/lib/contracts/ingest'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { provideBrowser } from '../provision/browser'
import { step } from '../provision/progress'
import { deskAdmin } from '../testing/built-desk'
import { type BenchProject, makeProject } from './bench-project'
import { assertOk, openHttpClient } from './http-client'
import { runBodyMaker } from './run-bodies'

/** A project for the screens: some hundred runs, one of them unreviewed, and a gate. */
export type Screens = { project: string; runId: string; gateId: string; chain: string }

const runs = 300

/** Fills a project (a new one by default) over HTTP with what the browser will open. */
export async function makeScreens(db: Db, baseUrl: string, given?: BenchProject): Promise<Screens> {
  const project = given ?? (await makeProject(db, 'bench-screens'))
  const client = openHttpClient(baseUrl, project.key)
  const nextBody = runBodyMaker(seededRng(3), `screen-${Date.now()}`, new Date())
  const bodies: RunBody[] = [
    { ...nextBody(), signals: { self: 0.9, peer: 0.82, downstream: true } },
    { ...nextBody(), signals: { self: 0.4, peer: 0.1, downstream: false } },
    ...Array.from({ length: runs }, nextBody),
  ]
  const answer = await client.post('/api/v1/runs', Buffer.from(JSON.stringify({ runs: bodies })))
  client.close()
  assertOk(answer)
  const { accepted } = ingestResult.parse(JSON.parse(answer.text))
  const [undecided, escalated] = accepted
  // On a kept server it may have joined the gate of an earlier bench.
  const inProject = { projectId: project.id, state: 'pending' }
  const gate =
    (await db.gate.findFirst({ where: { ...inProject, runId: escalated?.runId ?? null } })) ??
    (await db.gate.findFirst({ where: { ...inProject, runId: { not: null } }, orderBy: { openedAt: 'desc' } }))
  if (!undecided || !gate) throw new Error('The run that could not be accepted has opened no gate.')
  return { project: project.slug, runId: undecided.runId, gateId: gate.id, chain: bodies[0]?.chain ?? '' }
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
]

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Starts Chromium. Its contexts share nothing, so each is a separate browser to the app. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await step('Browser', async (remark) => {
    const found = provideBrowser()
    remark(found)
    return found
  })
  return chromium.launch({ executablePath, args: quiet })
}

/** Signs the bench's admin in through the sign-in page. Resolves to the resulting cookies and storage. */
export async function signIn(browser: Browser, baseUrl: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: baseUrl })
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(deskAdmin.email)
  await page.getByLabel('Password').fill(deskAdmin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
  const session = await context.storageState()
  await context.close()
  return session
}

/** Opens a page in a new context with an empty cache. `session` null = signed out. */
export async function openPage(browser: Browser, baseUrl: string, session: Session | null): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, ...(session && { storageState: session }) })
  return context.newPage()
}
