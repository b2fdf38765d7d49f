import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addArchiveAddresses, withArchiveAddresses } from './archive-addresses.mjs'

const lockfile = {
  packages: {
    '': { name: 'desk', version: '1.0.0' },
    'node_modules/zod': { version: '4.1.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/@next/env': { version: '16.0.0' },
    'node_modules/sharp': { name: 'server-only', version: '0.0.1' },
    'node_modules/a/node_modules/tslib': { version: '2.8.1', inBundle: true },
    'node_modules/own': { link: true },
    'node_modules/elsewhere': { version: '1.0.0', resolved: 'https://files.example/elsewhere.tgz' },
  },
}

it.each([
  [{ registry: 'https://registry.example/npm' }, 'https://registry.example/npm/@next/env/-/env-16.0.0.tgz'],
  [{ registry: 'https://registry.example/npm/', '@next:registry': 'https://own.example/' }, undefined],
])('each package of the registry gets the address of its archive: %j', (config, scoped) => {
  const { packages } = addArchiveAddresses(lockfile, config)
  expect(packages['node_modules/zod']).toEqual({
    version: '4.1.0',
    integrity: 'sha512-a',
    resolved: 'https://registry.example/npm/zod/-/zod-4.1.0.tgz',
  })
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    'https://registry.example/npm/zod/-/zod-4.1.0.tgz',
    scoped,
    'https://registry.example/npm/server-only/-/server-only-0.0.1.tgz',
    undefined,
    undefined,
    'https://files.example/elsewhere.tgz',
  ])
})

it('where the registry does not answer, the installation runs from the lockfile alone, and nothing is left', async () => {
  const before = readFileSync('package-lock.json', 'utf8')
  process.env.npm_config_registry = 'http://127.0.0.1:9/'
  let present: boolean | undefined
  const code = await withArchiveAddresses(['npm'], async () => {
    present = existsSync('npm-shrinkwrap.json')
    return 3
  })
  delete process.env.npm_config_registry
  expect({ code, present }).toEqual({ code: 3, present: false })
  expect(existsSync('npm-shrinkwrap.json')).toBe(false)
  expect(readFileSync('package-lock.json', 'utf8')).toBe(before)
})
