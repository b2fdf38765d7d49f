import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { openPage, type Session } from './browser'
import { formatKilobytes } from './figures'
import type { Screens } from './screens'
import type { Section } from './section'

const budgetBytes = 180_000
const quietMs = 1_500

type PageScripts = { path: string; firstBytes: number; laterBytes: number; files: number }

/** What each page makes a new browser load before anybody touches it. */
export async function measureJavascript(
  browser: Browser,
  baseUrl: string,
  session: Session,
  screens: Screens,
): Promise<Section> {
  const measured: PageScripts[] = []
  for (const { shown, path, isSignedOut } of pagesOf(screens)) {
    const page = await openPage(browser, baseUrl, isSignedOut ? null : session)
    measured.push({ path: shown, ...(await measurePage(page, path)) })
    await page.context().close()
  }
  const largest = measured.reduce((a, b) => (b.firstBytes > a.firstBytes ? b : a))
  return {
    title: 'First-load JavaScript',
    method:
      'Every script a browser with an empty cache loads when the page is opened, as gzip, each file once. First load: what the document itself asks for, which is what has to be there before the page reacts. Later: what comes after that by itself, without a click or a key (charts and the graph, and what is fetched ahead for links in view).',
    columns: ['page', 'first load', 'later', 'files'],
    rows: measured.map(({ path, firstBytes, laterBytes, files }) => [
      path,
      formatKilobytes(firstBytes),
      formatKilobytes(laterBytes),
      String(files),
    ]),
    goals: [
      {
        aim: 'under 180 kB for every page',
        measured: `at most ${formatKilobytes(largest.firstBytes)} (${largest.path})`,
        isMet: largest.firstBytes < budgetBytes,
      },
    ],
  }
}

function pagesOf({ project, runId, gateId, chain }: Screens) {
  const inProject = (pattern: string, path = pattern) => ({
    shown: `/p/[project]${pattern}`,
    path: `/p/${project}${path}`,
    isSignedOut: false,
  })
  return [
    { shown: '/signin', path: '/signin', isSignedOut: true },
    inProject(''),
    inProject('/runs'),
    inProject('/runs/[run]', `/runs/${runId}`),
    inProject('/gates'),
    inProject('/gates/[gate]', `/gates/${gateId}`),
    inProject('/chains/[chain]', `/chains/${encodeURIComponent(chain)}`),
    inProject('/settings/members'),
    inProject('/settings/keys'),
  ]
}

async function measurePage(page: Page, path: string): Promise<Omit<PageScripts, 'path'>> {
  const scripts = new Map<string, Promise<number>>()
  let lastAt = performance.now()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || scripts.has(response.url())) return
    lastAt = performance.now()
    scripts.set(response.url(), compressedSize(response))
  })
  const document = await page.goto(path, { waitUntil: 'load' })
  if (document?.status() !== 200) throw new Error(`${path} answered ${document?.status()}`)
  while (performance.now() - lastAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 100))
  const html = await document.text()
  const asked = new Set(
    [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => new URL(match[1] ?? '', page.url()).href),
  )
  const sizes = await Promise.all(
    [...scripts].map(async ([url, bytes]) => ({ isFirst: asked.has(url), bytes: await bytes })),
  )
  const sum = (isFirst: boolean) =>
    sizes.reduce((total, size) => total + (size.isFirst === isFirst ? size.bytes : 0), 0)
  return { firstBytes: sum(true), laterBytes: sum(false), files: sizes.length }
}

async function compressedSize(response: Response): Promise<number> {
  return gzipSync(await response.body()).byteLength
}
