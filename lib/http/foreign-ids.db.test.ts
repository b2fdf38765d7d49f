import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '@/lib/operations/context'
import type { Operation } from '@/lib/operations/operation'
import { registry } from '@/lib/operations/registry'
import { makeChangeScene, startChanges } from '@/lib/operations/testing/change-scene'
import { changeInputs } from '@/lib/operations/testing/every-change'
import { inputOf, makeScene } from '@/lib/operations/testing/every-scene'
import type { TestProject } from '@/lib/operations/testing/factories'
import type { FakeSmtp } from '@/lib/operations/testing/fake-smtp'
import { findText } from '@/lib/operations/testing/find-text'
import { forEvery } from '@/scripts/testing/for-every'

let smtp: FakeSmtp
beforeAll(async () => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  smtp = await startChanges()
})
afterAll(() => smtp.close())

type Place = { path: readonly string[]; id: string }

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Every id in an input, with its place. */
function idsOf(input: unknown, path: readonly string[] = []): Place[] {
  if (typeof input === 'string') return ID.test(input) ? [{ path, id: input }] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([field, value]) => idsOf(value, [...path, field]))
}

/** A copy of an input with another id at that place. */
function withId(input: unknown, [field, ...rest]: readonly string[], id: string): unknown {
  if (field === undefined) return id
  const copy = structuredClone(input) as Record<string, unknown>
  copy[field] = withId(copy[field], rest, id)
  return copy
}

const rowsOf = async ({ project }: TestProject) => (await findText(project.id, '')).sort()

/** What an admin is answered, with the id that they sent as `ID`. */
async function answerOf(operation: Operation, ctx: Context, input: unknown, id: string): Promise<string> {
  const answer = await operation.run(ctx, input).then(
    (output) => JSON.stringify(output),
    (error) => `${error.code ?? error.name}: ${error.message}`,
  )
  return answer.replaceAll(id, 'ID')
}

/** A project with what a change needs, and its input. */
async function makeOwn(name: string) {
  const scene = await makeChangeScene(smtp)
  return { admin: scene.admin, input: await changeInputs[name]?.(scene) }
}

const changes = registry.filter(({ contract }) => contract.name in changeInputs)
const reads = registry.filter(({ contract }) => contract.effects.length === 0)
const named = (list: readonly Operation[]) => list.map((operation) => ({ name: operation.contract.name, operation }))

it('a change with an id of another project is answered as one with an id that nobody has, and changes nothing there', () =>
  forEvery(named(changes), async ({ name, operation }) => {
    const other = await makeChangeScene(smtp)
    const places = idsOf(await changeInputs[name]?.(other))
    const before = await rowsOf(other)
    let own = await makeOwn(name)
    for (const { path, id } of places) {
      const ask = (sent: string) => answerOf(operation, own.admin, withId(own.input, path, sent), sent)
      const unknown = await ask(uuid())
      // A refused change leaves the project as it was.
      if (unknown.startsWith('{')) own = await makeOwn(name)
      const asked = await ask(id)
      // Answers that succeed name what else they changed, which differs.
      if (!asked.startsWith('{')) expect(asked, path.join('.')).toBe(unknown)
      else {
        expect(unknown, path.join('.')).toMatch(/^\{/)
        own = await makeOwn(name)
      }
    }
    expect(await rowsOf(other)).toEqual(before)
  }))

it('a read with an id of another project is answered as one with an id that nobody has', async () => {
  const [own, other] = [await makeScene(), await makeScene()]
  const now = new Date()
  const reader = { ...own.admin, now: () => now }
  await forEvery(named(reads), async ({ operation }) => {
    const input = inputOf(own, operation.contract)
    for (const { path, id } of idsOf(inputOf(other, operation.contract))) {
      const unknown = uuid()
      const asked = await answerOf(operation, reader, withId(input, path, id), id)
      expect(asked, path.join('.')).toBe(await answerOf(operation, reader, withId(input, path, unknown), unknown))
    }
  })
})
