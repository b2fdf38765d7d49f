import { globSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { forEvery } from '@/scripts/testing/for-every'
import { createContext, type ProjectContext } from './context'
import type { Operation } from './operation'
import { registry } from './registry'
import { makeProject, type TestProject } from './testing/factories'

const files = globSync('lib/operations/**/*.ts', { exclude: ['**/*.test.ts', 'lib/operations/testing/**'] })
const modules: Record<string, unknown>[] = await Promise.all(
  files.filter((file) => path.basename(file) !== 'registry.ts').map((file) => import(path.resolve(file))),
)
const operations = modules.flatMap((module) => Object.values(module).flat().filter(isOperation))
const ofPeople = operations.filter(({ contract }) => contract.scope === 'session')
const ofProjects = operations.filter(({ contract }) => contract.scope !== 'public' && contract.scope !== 'session')

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'contract' in value && 'run' in value
}

const refusal = (operation: Operation, ctx: Parameters<Operation['run']>[0]) =>
  operation.run(ctx, {}).then(
    () => 'allowed',
    (error) => error.code,
  )

const byName = (a: Operation, b: Operation) => a.contract.name.localeCompare(b.contract.name)
const named = (list: Operation[]) => list.map((operation) => ({ name: operation.contract.name, operation }))

it('every exported operation is listed in the registry exactly once', () => {
  expect(registry.toSorted(byName)).toEqual([...new Set(operations)].toSorted(byName))
})

it('every operation has a unique name', () => {
  const names = operations.map(({ contract }) => contract.name)
  expect(new Set(names).size).toBe(names.length)
})

describe('every project operation refuses', () => {
  let mine: TestProject
  let other: TestProject
  beforeAll(async () => {
    mine = await makeProject()
    other = await makeProject()
  })

  it('callers without a session or key', () =>
    forEvery(named(ofProjects), async ({ operation }) => {
      const anonymous = createContext({ kind: 'anonymous' }, { requestId: 'r', projectSlug: 'default' })
      expect(await refusal(operation, anonymous)).toBe('unauthorized')
    }))

  it('members and keys of another project, with not_found', async () => {
    const member = { ...(await other.as('admin')), projectSlug: mine.project.slug }
    await forEvery(named(ofProjects), async ({ operation }) => {
      expect(await refusal(operation, member)).toBe('not_found')
      expect(await refusal(operation, { ...other.key, projectSlug: mine.project.slug })).toBe('not_found')
    })
  })

  it('roles and keys that lack its scope', async () => {
    const roles = [
      { ctx: await mine.as('viewer'), holds: ['member', 'read'] },
      { ctx: await mine.as('reviewer'), holds: ['member', 'read', 'write', 'decide'] },
    ]
    await forEvery(named(ofProjects), async ({ operation }) => {
      const { scope } = operation.contract
      for (const { ctx, holds } of roles)
        if (!holds.includes(scope)) expect(await refusal(operation, ctx)).toBe('forbidden')
      const held = scope === 'read' ? 'write' : 'read'
      const key = { ...mine.key, actor: { ...keyActor(mine.key), scopes: [held] } } as ProjectContext
      expect(await refusal(operation, key)).toBe('forbidden')
    })
  })

  it('every key if its scope is reserved for people', async () => {
    await forEvery(named(ofProjects), async ({ operation }) => {
      const { scope } = operation.contract
      if (scope !== 'read' && scope !== 'write') expect(await refusal(operation, mine.key)).toBe('forbidden')
    })
    expect(await getDb().decision.count()).toBe(0)
  })
})

it('every operation of a person refuses keys, and callers without a session', async () => {
  const { key } = await makeProject()
  const anonymous = createContext({ kind: 'anonymous' }, { requestId: 'r' })
  await forEvery(named(ofPeople), async ({ operation }) => {
    expect(await refusal(operation, key)).toBe('forbidden')
    expect(await refusal(operation, anonymous)).toBe('unauthorized')
  })
})

function keyActor({ actor }: ProjectContext) {
  if (actor.kind !== 'key') throw new Error('the context of a key has a key as its actor')
  return actor
}
