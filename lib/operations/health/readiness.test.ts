import { afterAll, expect, it, vi } from 'vitest'
import * as schemaEngine from '@/lib/db/schema-engine'
import { checkReadiness } from './readiness'

const list = vi.spyOn(schemaEngine, 'listMigrationNames')
afterAll(() => list.mockRestore())

it('a running desk stays ready while the next release is checked out into its folder', async () => {
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  const names = await schemaEngine.listMigrationNames()
  list.mockResolvedValue([...names, '99999999999999_of_the_next_release'])
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
})
