import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../context'
import { makeProject } from '../testing/factories'
import { exportThinkingSession } from './export'
import { clearThinkingHistory, getThinkingSession, getThought, listThinkingSessions } from './sessions'
import { sequentialThinkingQa } from './think'

type Fields = Partial<Parameters<typeof sequentialThinkingQa.run>[1]>

const think = (ctx: ProjectContext, number: number, fields: Fields = {}) =>
  sequentialThinkingQa.run(ctx, {
    thought: `Thought ${number}`,
    thought_number: number,
    total_thoughts: 4,
    next_thought_needed: true,
    session_id: 's',
    verification_target: 'Zod version',
    ...fields,
  })

describe('the list of sessions', () => {
  it('pages by last activity without losing or repeating a session, also with equal times', async () => {
    const { key, at } = await makeProject()
    const sameTime = at(new Date('2026-11-20T10:00:00Z'))
    for (const id of ['a', 'b', 'c', 'd']) await think(sameTime, 1, { session_id: id })
    await think(at(new Date('2026-11-20T11:00:00Z')), 2, { session_id: 'b' })
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listThinkingSessions.run(key, { limit: 2, cursor })
      ids.push(...page.sessions.map((session) => session.id))
      if (page.next === null) break
      cursor = page.next
    }
    expect(ids).toEqual(['b', 'd', 'c', 'a'])
    await expect(listThinkingSessions.run(key, { cursor: 'nonsense' })).rejects.toThrow(/cursor/)
  })

  it('reports the state of each session, and filters by state and by text of the id or target', async () => {
    const { key } = await makeProject()
    await think(key, 1, { session_id: 'open' })
    await think(key, 1, { session_id: 'done', next_thought_needed: false, verification_target: 'React 100% version' })
    await think(key, 1, { session_id: 'gone' })
    await clearThinkingHistory.run(key, { session_id: 'gone' })
    const find = async (input: Parameters<typeof listThinkingSessions.run>[1]) =>
      (await listThinkingSessions.run(key, input)).sessions.map((session) => [session.id, session.state])
    expect(await find({ state: 'open' })).toEqual([['open', 'open']])
    expect(await find({ state: 'finished' })).toEqual([['done', 'finished']])
    expect(await find({ state: 'cleared' })).toEqual([['gone', 'cleared']])
    expect(await find({ text: 'react 100%' })).toEqual([['done', 'finished']])
    expect(await find({ text: 'OPE' })).toEqual([['open', 'open']])
    expect(await find({ text: '_' })).toEqual([])
  })
})

describe('a session', () => {
  it('shows a preview of each thought with its branch, revision, and suggested next step', async () => {
    const { key } = await makeProject()
    await think(key, 1, { thought: 'x'.repeat(281), step_outcome: 'failure', available_client_tools: ['read_file'] })
    await think(key, 2, { branch_from_thought: 1, branch_id: 'b', is_revision: true, revises_thought: 1 })
    const { session, thoughts, firstOrdinal, lastOrdinal } = await getThinkingSession.run(key, { sessionId: 's' })
    expect(session).toMatchObject({
      target: 'Zod version',
      workflow: 'version',
      thoughts: 2,
      branches: 1,
      state: 'open',
    })
    expect([firstOrdinal, lastOrdinal]).toEqual([1, 2])
    expect(thoughts).toMatchObject([
      {
        ordinal: 1,
        text: 'x'.repeat(280),
        isCut: true,
        outcome: 'failure',
        suggests: 'revision',
        unavailable: 1,
        step: { number: 1, count: 4, description: 'Check installed Zod version in package.json' },
        tools: [{ name: 'read_file', confidence: 0.9 }],
      },
      { ordinal: 2, branchId: 'b', origin: { number: 1, parentId: null }, revises: 1, isCut: false, suggests: null },
    ])
  })

  it('returns only thoughts after a given one, and the remaining range after a clear', async () => {
    const { key } = await makeProject()
    await think(key, 1)
    await think(key, 2)
    const since = await getThinkingSession.run(key, { sessionId: 's', after: 1 })
    expect(since.thoughts.map((thought) => thought.ordinal)).toEqual([2])
    await clearThinkingHistory.run(key, { session_id: 's' })
    expect(await getThinkingSession.run(key, { sessionId: 's', after: 2 })).toMatchObject({
      thoughts: [],
      firstOrdinal: null,
      session: { state: 'cleared' },
    })
    await think(key, 1)
    expect(await getThinkingSession.run(key, { sessionId: 's', after: 2 })).toMatchObject({
      thoughts: [{ ordinal: 3, number: 1 }],
      firstOrdinal: 3,
    })
  })

  it.each([1, 2, 3])('loses no thought that arrives before its read number %d', async (place) => {
    const { key } = await makeProject()
    await think(key, 1)
    const db = interrupted(key.db, place, () => think(key, 2))
    const first = await getThinkingSession.run({ ...key, db }, { sessionId: 's', after: 0 })
    const then = await getThinkingSession.run(key, { sessionId: 's', after: first.lastOrdinal })
    expect([...first.thoughts, ...then.thoughts].map(({ number }) => number)).toEqual([1, 2])
  })

  it('returns a thought in full, but none of another project', async () => {
    const [mine, other] = [await makeProject(), await makeProject()]
    await think(mine.key, 1)
    const { thought } = await getThought.run(mine.key, { sessionId: 's', ordinal: 1 })
    expect(thought).toMatchObject({
      thought: 'Thought 1',
      current_step: { recommended_tools: [{ factors: { template: 0.9 } }, {}] },
    })
    for (const read of [
      getThought.run(other.key, { sessionId: 's', ordinal: 1 }),
      getThinkingSession.run(other.key, { sessionId: 's' }),
    ])
      await expect(read).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is exported with all its lines, whatever the thoughts contain', async () => {
    const { key } = await makeProject()
    await think(key, 1, { thought: '# Not a heading\n> `quoted`', verification_target: 'Zod / "version"' })
    await think(key, 2, { branch_from_thought: 1, branch_id: 'b`c', step_outcome: 'multiple_options' })
    const { filename, markdown } = await exportThinkingSession.run(key, { sessionId: 's' })
    expect(filename).toBe('thinking-zod-version.md')
    expect(markdown).toContain('> # Not a heading\n> > `quoted`')
    expect(markdown).toContain('## Branch `` b`c ``, from thought 1')
    expect(markdown).toContain('`read_file`, confidence 0.90: Examine package.json to determine installed version')
    expect(markdown).toContain('Suggested: Thought 2 found several options')
    expect(markdown.match(/^# /gm)).toHaveLength(1)
  })
})

/** Wraps a database to run `happen` once, just before its nth read. */
function interrupted<T extends object>(db: T, place: number, happen: () => Promise<unknown>): T {
  let reads = 0
  const wrap = <O extends object>(target: O, names: readonly string[]): O =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name)
        if (typeof name !== 'string' || !names.includes(name)) return value
        if (typeof value !== 'function') return wrap(value as object, ['findUnique', 'aggregate'])
        return async (...given: unknown[]) => {
          reads++
          if (reads === place) await happen()
          return Reflect.apply(value, object, given)
        }
      },
    })
  return wrap(db, ['thinkingSession', 'thought', '$queryRaw'])
}
