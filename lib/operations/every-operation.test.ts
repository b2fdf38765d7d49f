import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { createContext } from './context'
import type { Operation } from './operation'
import { registry } from './registry'
import { makeProject } from './testing/factories'

const modules = import.meta.glob<Record<string, unknown>>(
  ['./**/*.ts', '!./**/*.test.ts', '!./testing/**', '!./registry.ts'],
  {
    eager: true,
  },
)
const operations = Object.values(modules).flatMap((module) => Object.values(module).filter(isOperation))
const ofProjects = operations.filter(({ contract }) => contract.scope !== 'public' && contract.scope !== 'session')

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'contract' in value && 'run' in value
}

const byName = (a: Operation, b: Operation) => a.contract.name.localeCompare(b.contract.name)
const named = (list: Operation[]) => list.map((operation) => ({ name: operation.contract.name, operation }))

it('is listed in the registry, each operation once', () => {
  expect(registry.toSorted(byName)).toEqual([...new Set(operations)].toSorted(byName))
})

describe.each(named(operations))('$name', ({ operation: { contract } }) => {
  it('has the one name', () => {
    expect(operations.filter((other) => other.contract.name === contract.name)).toHaveLength(1)
  })
})

describe.each(named(ofProjects))('$name is refused', ({ operation }) => {
  const { scope } = operation.contract
  const refusal = (ctx: Parameters<Operation['run']>[0]) =>
    operation.run(ctx, {}).then(
      () => 'allowed',
      (error) => error.code,
    )

  it('without a session or key', async () => {
    const anonymous = createContext({ kind: 'anonymous' }, { requestId: 'r', projectSlug: 'default' })
    expect(await refusal(anonymous)).toBe('unauthorized')
  })

  it('to a member and a key of another project, who are told that there is none', async () => {
    const [mine, other] = [await makeProject(), await makeProject()]
    const member = { ...(await other.as('admin')), projectSlug: mine.project.slug }
    expect(await refusal(member)).toBe('not_found')
    expect(await refusal({ ...other.key, projectSlug: mine.project.slug })).toBe('not_found')
  })

  it('to roles and keys that do not hold its scope', async () => {
    const { as, key } = await makeProject()
    const roles = { viewer: ['member', 'read'], reviewer: ['member', 'read', 'write', 'decide'] } as const
    for (const role of ['viewer', 'reviewer'] as const)
      if (!roles[role].some((held) => held === scope)) expect(await refusal(await as(role)), role).toBe('forbidden')
    const held = scope === 'read' ? 'write' : 'read'
    expect(await refusal({ ...key, actor: { ...keyActor(key), scopes: [held] } })).toBe('forbidden')
  })

  it('to every key where a person has to decide', async () => {
    const { key } = await makeProject()
    if (scope !== 'read' && scope !== 'write') expect(await refusal(key)).toBe('forbidden')
    expect(await getDb().decision.count({ where: { projectId: key.project.id } })).toBe(0)
  })
})

function keyActor({ actor }: Awaited<ReturnType<typeof makeProject>>['key']) {
  if (actor.kind !== 'key') throw new Error('the context of a key has a key as its actor')
  return actor
}
