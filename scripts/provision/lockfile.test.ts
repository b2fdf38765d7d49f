import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { integrity?: string; resolved?: string; link?: boolean; optional?: boolean }>
}

it('every package of the lockfile is held to its content, and to no host', () => {
  const foreign = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link)
  // The registry that this lockfile was made from has none of the programs for other systems.
  const held = foreign.filter(([name, { optional }]) => !optional || existsSync(name))
  expect(held.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
  expect(foreign.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([])
})
