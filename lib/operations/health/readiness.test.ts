import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, it, vi } from 'vitest'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { checkReadiness } from './readiness'

const read = vi.spyOn(fs, 'readdir')
// What was imported by name changes with it.
syncBuiltinESMExports()
afterAll(() => {
  read.mockRestore()
  syncBuiltinESMExports()
})

it('a running desk stays ready while the next release is checked out into its folder', async () => {
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  const [last] = (await fs.readdir('prisma/migrations', { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const next = Object.assign(Object.create(last ?? null), { name: '99999999999999_of_the_next_release' })
  read.mockResolvedValue([next])
  expect(await listMigrationNames()).toEqual([next.name])
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
})
