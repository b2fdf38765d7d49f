import { describe, expect, it } from 'vitest'
import type { ThoughtInput } from '@/lib/contracts/thinking/think'
import { EngineInputError } from '@/lib/engine/input-error'
import { lastAnswer, thinkThrough, thoughtOf } from './testing/session'

const main = [thoughtOf(1), thoughtOf(2), thoughtOf(3), thoughtOf(4)]
const branched = [...main, thoughtOf(3, { branch_from_thought: 2, branch_id: 'a' }), thoughtOf(4, { branch_id: 'a' })]

function faultOf(before: readonly ThoughtInput[], input: ThoughtInput): string | null {
  try {
    thinkThrough([...before, input])
    return null
  } catch (error) {
    if (error instanceof EngineInputError) return error.issues.map(({ path }) => path).join()
    throw error
  }
}

describe('a thought', () => {
  it.each<[string, ThoughtInput[], number, Partial<ThoughtInput>, string | null]>([
    ['may skip numbers', main, 9, {}, null],
    ['may arrive out of order', [thoughtOf(1), thoughtOf(3)], 2, {}, null],
    ['cannot reuse a number of its line', main, 3, {}, 'thought_number'],
    [
      'may take a number that is only used on a branch',
      [thoughtOf(1), thoughtOf(2, { branch_from_thought: 1, branch_id: 'a' })],
      2,
      {},
      null,
    ],
    ['may revise an earlier one', main, 5, { is_revision: true, revises_thought: 3 }, null],
    ['cannot revise without naming a thought', main, 5, { is_revision: true }, 'revises_thought'],
    [
      'cannot revise a missing thought',
      [thoughtOf(1), thoughtOf(4)],
      5,
      { is_revision: true, revises_thought: 3 },
      'revises_thought',
    ],
    ['cannot revise itself', main, 5, { is_revision: true, revises_thought: 5 }, 'revises_thought'],
    [
      'cannot revise a later one',
      [thoughtOf(1), thoughtOf(3)],
      2,
      { is_revision: true, revises_thought: 3 },
      'revises_thought',
    ],
    ['needs is_revision to revise', main, 5, { revises_thought: 3 }, 'is_revision'],
    ['may begin a branch', main, 3, { branch_from_thought: 2, branch_id: 'a' }, null],
    ['cannot begin a branch without an id', main, 5, { branch_from_thought: 2 }, 'branch_id'],
    ['cannot begin a branch without an origin', main, 5, { branch_id: 'a' }, 'branch_from_thought'],
    [
      'cannot begin a branch at an unknown origin',
      main,
      9,
      { branch_from_thought: 7, branch_id: 'a' },
      'branch_from_thought',
    ],
    [
      'must have a higher number than the origin of its branch',
      main,
      2,
      { branch_from_thought: 2, branch_id: 'a' },
      'thought_number',
    ],
    ['continues a branch by its id', branched, 5, { branch_id: 'a' }, null],
    ['may repeat the origin of its branch', branched, 5, { branch_id: 'a', branch_from_thought: 2 }, null],
    [
      'cannot use an id with another origin',
      branched,
      5,
      { branch_id: 'a', branch_from_thought: 1 },
      'branch_from_thought',
    ],
    ['cannot reuse a number of its branch', branched, 4, { branch_id: 'a' }, 'thought_number'],
    [
      'of a branch may revise its origins',
      branched,
      5,
      { branch_id: 'a', is_revision: true, revises_thought: 1 },
      null,
    ],
    [
      'of a branch cannot revise thoughts of the main line after its origin',
      [...main, thoughtOf(5, { branch_from_thought: 2, branch_id: 'a' })],
      6,
      { branch_id: 'a', is_revision: true, revises_thought: 4 },
      'revises_thought',
    ],
    [
      'of the main line cannot revise thoughts of a branch',
      [thoughtOf(1), thoughtOf(2, { branch_from_thought: 1, branch_id: 'a' })],
      3,
      { is_revision: true, revises_thought: 2 },
      'revises_thought',
    ],
    [
      'may branch from a branch',
      [...main, thoughtOf(7, { branch_from_thought: 2, branch_id: 'a' })],
      8,
      { branch_from_thought: 7, branch_id: 'b' },
      null,
    ],
  ])('%s', (_, before, number, fields, expected) => {
    expect(faultOf(before, thoughtOf(number, fields))).toBe(expected)
  })

  it('on a branch of a branch may revise all of its origins and nothing else', () => {
    const nested = [
      ...main,
      thoughtOf(7, { branch_from_thought: 2, branch_id: 'a' }),
      thoughtOf(8, { branch_id: 'a' }),
      thoughtOf(9, { branch_from_thought: 7, branch_id: 'b' }),
    ]
    const fault = (revises_thought: number) =>
      faultOf(nested, thoughtOf(10, { branch_id: 'b', is_revision: true, revises_thought }))
    expect([1, 2, 7, 9].map(fault)).toEqual([null, null, null, null])
    expect([3, 4, 8].map(fault)).toEqual(['revises_thought', 'revises_thought', 'revises_thought'])
  })

  it('that branches from a number on several branches is rejected as ambiguous', () => {
    const both = [...main, ...['a', 'b'].map((branch_id) => thoughtOf(7, { branch_from_thought: 2, branch_id }))]
    expect(() => thinkThrough([...both, thoughtOf(8, { branch_from_thought: 7, branch_id: 'c' })])).toThrow(
      /several branches \(a, b\)/,
    )
  })

  it('lists the branches in the order they began, and its own place', () => {
    const answer = lastAnswer(...branched, thoughtOf(5, { branch_from_thought: 4, branch_id: 'B' }))
    expect(answer.branches).toEqual(['a', 'B'])
    expect(answer.branch).toEqual({ branch_id: 'B', branch_from_thought: 4, parent_branch_id: null })
    expect(lastAnswer(...main).branch).toBeNull()
  })

  it('warns of missing numbers before it', () => {
    expect(lastAnswer(thoughtOf(1), thoughtOf(5)).warnings).toContain('Thoughts 2 to 4 are missing on this line.')
    expect(lastAnswer(thoughtOf(2)).warnings).toContain('Thought 1 is missing on this line.')
    const branch = thoughtOf(4, { branch_from_thought: 1, branch_id: 'b' })
    expect(lastAnswer(thoughtOf(1), thoughtOf(2), branch).warnings).toContain(
      'A branch goes on from its origin: its first thought is 2, not 4.',
    )
    expect(lastAnswer(thoughtOf(1), thoughtOf(3), thoughtOf(2)).warnings).toContain('Thought 2 came after thought 3.')
  })
})

describe('a branch whose start was dropped', () => {
  const session = { maxThoughts: 2 }
  it('continues from the same origin while one of its thoughts is kept', () => {
    const answers = thinkThrough(
      [
        thoughtOf(1),
        thoughtOf(2, { branch_from_thought: 1, branch_id: 'a' }),
        ...[3, 4, 5].map((n) => thoughtOf(n, { branch_id: 'a' })),
      ],
      session,
    )
    expect(answers.at(-1)).toMatchObject({ branches: ['a'], branch: { branch_id: 'a', branch_from_thought: 1 } })
  })

  it('is forgotten with its last thought', () => {
    const inputs = [thoughtOf(1), thoughtOf(2, { branch_from_thought: 1, branch_id: 'a' }), thoughtOf(2), thoughtOf(3)]
    expect(thinkThrough(inputs, session).at(-1)?.branches).toEqual([])
  })

  it('still rejects a revision of a dropped thought', () => {
    const revision = thoughtOf(4, { is_revision: true, revises_thought: 1 })
    expect(() =>
      thinkThrough([...[1, 2, 3].map((n) => thoughtOf(n)), revision], { maxThoughts: 2, dropped: 1 }),
    ).toThrow(/no longer kept/)
  })
})
