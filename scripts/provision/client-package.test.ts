import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { Criteria } from '@/lib/client/outcome'
import type { SentSignal } from '@/lib/client/signals'
import type { qualityCriteria } from '@/lib/contracts/quality-criteria'
import type { SentSignalBody } from '@/lib/contracts/sent-signals'
import packageJson from '@/package.json'
import { packClient } from './client-package'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))

const told = ['README.md', 'CHANGELOG.md', ...['examples', 'docs', 'lib/client', 'components', 'app'].flatMap(filesIn)]

it('has one name wherever it is mentioned, and is never run by a name that others may own', () => {
  const scope = packageJson.clientPackage.split('/')[0] ?? ''
  for (const file of told) {
    const text = readFileSync(file, 'utf8')
    for (const [name] of text.matchAll(new RegExp(`${scope}/[\\w-]*`, 'g')))
      expect(name, file).toBe(packageJson.clientPackage)
    expect(text, file).not.toMatch(/\bnpx (?!--no\b)|npm (?:install|i) (?:-g |--global )?veritas\b/)
  }
})

it('declares criteria and signals as the API takes them', () => {
  const mine = (criteria: Criteria): z.input<typeof qualityCriteria> => criteria
  const theirs = (criteria: z.input<typeof qualityCriteria>): Criteria => criteria
  const sent = (signal: SentSignal): SentSignalBody => signal
  const taken = (signal: SentSignalBody): SentSignal => signal
  expect([mine, theirs, sent, taken]).toHaveLength(4)
})

it('has types that need no library', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-package-'))
  try {
    await packClient(path.join(folder, 'client.tgz'))
    for (const file of filesIn('dist/client/types'))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/from ['"][^.]/)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
