import { expect, it, vi } from 'vitest'
import { checkReadiness } from './readiness'

const folder = vi.hoisted(() => ({ added: [] as string[] }))

vi.mock('@/lib/db/schema-engine', async (original) => {
  const real = await original<typeof import('@/lib/db/schema-engine')>()
  return { ...real, listMigrationNames: async () => [...(await real.listMigrationNames()), ...folder.added] }
})

it('a running desk stays ready while the next release is checked out into its folder', async () => {
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  folder.added = ['99999999999999_of_the_next_release']
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
})
