import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getChainRules, putChainRules } from './chain-rules/rules'
import type { Context } from './context'
import { getData, putRedaction, putRetention } from './data/policy'
import { makeProject, type TestProject } from './testing/factories'

let test: TestProject
let admin: Context

beforeEach(async () => {
  test = await makeProject()
  admin = await test.as('admin', 'Ada')
})

const names = ['one', 'two'] as const
type Name = (typeof names)[number]

const settings = {
  retention: {
    put: (ctx: Context, name: Name, expected: number) =>
      putRetention.run(ctx, { contentDays: null, runDays: name === 'one' ? 30 : 60, expected }),
    load: async () => {
      const { retention, versions } = await getData.run(admin, {})
      return {
        name: retention.runDays === 30 ? 'one' : retention.runDays === 60 ? 'two' : null,
        version: versions.retention,
      }
    },
  },
  redaction: {
    put: (ctx: Context, name: Name, expected: number) => putRedaction.run(ctx, { keys: [name], expected }),
    load: async () => {
      const { redaction, versions } = await getData.run(admin, {})
      return { name: redaction.keys[0] ?? null, version: versions.redaction }
    },
  },
  'chain rules': {
    put: (ctx: Context, name: Name, expected: number) =>
      putChainRules.run(ctx, { rules: [{ field: 'service', pattern: 'shop-*', chain: name }], expected }),
    load: async () => {
      const { rules, version } = await getChainRules.run(admin, {})
      return { name: rules[0]?.chain ?? null, version }
    },
  },
}

describe.each(Object.entries(settings))('%s', (_, { put, load }) => {
  it('begins at version 0, and each save is the next version with its author', async () => {
    expect(await load()).toEqual({ name: null, version: { number: 0, by: null, at: null } })
    expect(await put(admin, 'one', 0)).toMatchObject({ version: { number: 1, by: 'Ada' } })
    await put(await test.as('admin', 'Bob'), 'two', 1)
    expect(await load()).toMatchObject({ name: 'two', version: { number: 2, by: 'Bob', at: expect.any(String) } })
  })

  it('refuses a save that is based on an older version, and names who saved since', async () => {
    await put(await test.as('admin', 'Bob'), 'one', 0)
    await expect(put(admin, 'two', 0)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Bob has changed it: the version in force is 1'),
      issues: [{ path: 'expected' }],
    })
    expect(await load()).toMatchObject({ name: 'one', version: { number: 1 } })
  })

  it('stores one of two saves that arrive at once, and refuses the other', async () => {
    const bob = await test.as('admin', 'Bob')
    const saves = await Promise.allSettled([put(admin, 'one', 0), put(bob, 'two', 0)])
    const refused = saves.filter((save) => save.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'conflict' } }])
    const stored = names[saves.findIndex((save) => save.status === 'fulfilled')]
    expect(await load()).toMatchObject({ name: stored, version: { number: 1 } })
  })

  it('takes the same content again without a new version', async () => {
    await put(admin, 'one', 0)
    const before = await getDb().auditEvent.count({ where: { projectId: test.project.id } })
    expect(await put(admin, 'one', 0)).toMatchObject({ version: { number: 1 } })
    expect(await getDb().auditEvent.count({ where: { projectId: test.project.id } })).toBe(before)
  })
})

it('the versions of retention, redaction and chain rules are independent', async () => {
  for (const { put } of Object.values(settings)) await put(admin, 'one', 0)
  for (const { load } of Object.values(settings)) expect(await load()).toMatchObject({ version: { number: 1 } })
})
