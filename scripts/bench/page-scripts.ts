import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

const quietMs = 1_500

type PageScripts = { firstBytes: number; laterBytes: number }

/** Measures the scripts that a page loads in a new browser without interaction: those of its document, and those loaded later. */
export async function measureScripts(page: Page, path: string): Promise<PageScripts> {
  const scripts = new Map<string, Promise<number>>()
  let lastAt = performance.now()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || scripts.has(response.url())) return
    lastAt = performance.now()
    const size = compressedSize(response)
    // A response after the page was closed rejects unobserved.
    size.catch(() => undefined)
    scripts.set(response.url(), size)
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
  return { firstBytes: sum(true), laterBytes: sum(false) }
}

async function compressedSize(response: Response): Promise<number> {
  return gzipSync(await response.body()).byteLength
}
