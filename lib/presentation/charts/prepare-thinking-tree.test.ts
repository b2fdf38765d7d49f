import { describe, expect, it } from 'vitest'
import type { ThoughtNode } from '@/lib/contracts/thinking/sessions'
import { DEEPEST_LEVEL, prepareThinkingTree } from './prepare-thinking-tree'

let ordinal = 0
function node(
  number: number,
  branch?: [id: string, from: number, parent?: string],
  revises: number | null = null,
): ThoughtNode {
  ordinal += 1
  return {
    ordinal,
    number,
    branchId: branch?.[0] ?? null,
    origin: branch ? { number: branch[1], parentId: branch[2] ?? null } : null,
    text: `thought ${number}`,
    isCut: false,
    revises,
    outcome: null,
    workflow: 'version',
    step: { number: 1, count: 4, description: 'Read' },
    tools: [],
    unavailable: 0,
    suggests: null,
    recordedAt: '2026-11-20T10:00:00.000Z',
  }
}

/** Renders each row as the rails of each level, then branch and number. "|" whole, "'" upper half, "," lower half. */
function draw(thoughts: readonly ThoughtNode[]): string[] {
  return prepareThinkingTree(thoughts).map(({ thought, rails }) => {
    const marks = rails.map(
      ({ level, isAbove, isBelow }) => `${level}${isAbove ? (isBelow ? '|' : "'") : isBelow ? ',' : '.'}`,
    )
    return `${marks.join(' ')} ${thought.branchId ?? ''}${thought.number}`
  })
}

describe('prepareThinkingTree', () => {
  it('draws a session without branches as one line', () => {
    expect(draw([node(1), node(2), node(3)])).toEqual(['0, 1', '0| 2', "0' 3"])
    expect(draw([node(1)])).toEqual(['0. 1'])
    expect(draw([])).toEqual([])
  })

  it('places each branch between its origin and the next thought, whenever it was added', () => {
    const thoughts = [node(1), node(2), node(3), node(2, ['b', 1]), node(3, ['b', 1]), node(4)]
    expect(draw(thoughts)).toEqual(['0, 1', '0| 1, b2', "0| 1' b3", '0| 2', '0| 3', "0' 4"])
  })

  it('ends a line at the last branch from its last thought', () => {
    const thoughts = [node(1), node(2, ['a', 1]), node(3, ['a', 1]), node(2, ['b', 1]), node(3, ['b', 1])]
    expect(draw(thoughts)).toEqual(['0, 1', '0| 1, a2', "0| 1' a3", "0' 1, b2", "1' b3"])
  })

  it('nests a branch of a branch', () => {
    const thoughts = [node(1), node(2, ['a', 1]), node(3, ['b', 2, 'a']), node(3, ['a', 1]), node(2)]
    expect(draw(thoughts)).toEqual(['0, 1', '0| 1, a2', '0| 1| 2. b3', "0| 1' a3", "0' 2"])
  })

  it('shows a branch whose origin is no longer kept, and marks it', () => {
    const rows = prepareThinkingTree([node(8, ['a', 2]), node(9)])
    expect(rows.map(({ thought, level }) => [thought.number, level])).toEqual([
      [8, 1],
      [9, 0],
    ])
    expect(rows[0]?.fork).toEqual({ branchId: 'a', from: 2, isLost: true })
  })

  it('links a revision to the thought it revises on its own line or its origins', () => {
    const thoughts = [
      node(1),
      node(2),
      node(2, ['b', 1]),
      node(3, ['b', 1], 2),
      node(4, ['b', 1], 1),
      node(3, undefined, 2),
      node(5, undefined, 9),
    ]
    const rows = prepareThinkingTree(thoughts)
    const of = (number: number, branchId: string | null) =>
      rows.findIndex(({ thought }) => thought.number === number && thought.branchId === branchId)
    expect(rows[of(3, 'b')]?.revisedRow).toBe(of(2, 'b'))
    expect(rows[of(4, 'b')]?.revisedRow).toBe(of(1, null))
    expect(rows[of(3, null)]?.revisedRow).toBe(of(2, null))
    expect(rows[of(5, null)]?.revisedRow).toBeNull()
    expect(rows[of(1, null)]?.revisedBy).toEqual([4])
    expect(rows[of(2, null)]?.revisedBy).toEqual([3])
  })

  it('gives every branch one hue, and draws deeply nested branches', () => {
    const deep = Array.from({ length: 200 }, (_, index) =>
      node(index + 2, [`b${index}`, index + 1, ...(index > 0 ? [`b${index - 1}`] : [])] as [string, number, string?]),
    )
    const rows = prepareThinkingTree([node(1), ...deep])
    expect(rows).toHaveLength(201)
    expect(Math.max(...rows.map((row) => row.level))).toBe(DEEPEST_LEVEL)
    for (const row of rows) expect(row.rails.length).toBeLessThanOrEqual(DEEPEST_LEVEL + 1)
    expect(new Set(rows.slice(1, 10).map((row) => row.hue)).size).toBe(9)
  })
})
