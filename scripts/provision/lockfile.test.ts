import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>
}
const foreign = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link)

it('every package of the lockfile has an integrity hash, also those for other systems', () => {
  expect(foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
})

it('no package of the lockfile is bound to a host', () => {
  expect(foreign.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([])
})
