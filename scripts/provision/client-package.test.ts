import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { Criteria } from '@/lib/client/outcome'
import type { qualityCriteria } from '@/lib/contracts/quality-criteria'
import packageJson from '@/package.json'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))

const told = ['README.md', 'CHANGELOG.md', ...['examples', 'docs', 'lib/client', 'components', 'app'].flatMap(filesIn)]

it('has one name, wherever it is told, and nobody is told to run a package by a name that others may own', () => {
  const scope = packageJson.clientPackage.split('/')[0] ?? ''
  for (const file of told) {
    const text = readFileSync(file, 'utf8')
    for (const [name] of text.matchAll(new RegExp(`${scope}/[\\w-]*`, 'g')))
      expect(name, file).toBe(packageJson.clientPackage)
    expect(text, file).not.toMatch(/\bnpx (?!--no\b)|npm (?:install|i) (?:-g |--global )?veritas\b/)
  }
})

it('says of criteria what the desk takes', () => {
  const mine = (criteria: Criteria): z.input<typeof qualityCriteria> => criteria
  const theirs = (criteria: z.input<typeof qualityCriteria>): Criteria => criteria
  expect([mine, theirs]).toHaveLength(2)
})
