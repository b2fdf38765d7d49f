import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { oldestNode } from './exec-node.mjs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<
    string,
    { name?: string; version?: string; integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }
  >
}
// What is bundled comes within the archive of another package, which has a hash.
const foreign = Object.entries(packages).filter(([name, { link, inBundle }]) => name !== '' && !link && !inBundle)

it('every package of the lockfile has an integrity hash, also those for other systems', () => {
  expect(foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
})

it('no package of the lockfile is bound to a host', () => {
  expect(foreign.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([])
})

it('the Node release that everything runs on is locked, one for all platforms', () => {
  const nodes = ['linux-x64', 'linux-arm64', 'win-x64'].map((platform) => packages[`node_modules/node-${platform}`])
  expect(nodes.map((node) => node?.version)).toEqual(nodes.map(() => expect.stringMatching(`^${oldestNode}\\.`)))
  expect(new Set(nodes.map((node) => node?.version)).size).toBe(1)
})

it('what Prisma needs for its other commands, and Next for images, is not installed', () => {
  const installed = Object.keys(packages).filter((name) => /pglite|studio-core|@prisma\/dev|mysql2|@img\//.test(name))
  expect(installed.filter((name) => packages[name]?.name !== 'server-only')).toEqual([])
})
