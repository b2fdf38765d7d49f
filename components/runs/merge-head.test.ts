import { expect, it } from 'vitest'
import type { RunRow } from '@/lib/contracts/runs'
import { mergeHead } from './merge-head'

const row = (id: string, confidence: number | null = null) => ({ id, confidence }) as RunRow

it('shows new values where a row stands, and counts what is new without moving anything', () => {
  const { runs, newCount } = mergeHead([row('b', 0.5), row('a', 0.4)], [row('c'), row('b', 0.9)])
  expect(runs.map((run) => [run.id, run.confidence])).toEqual([
    ['b', 0.9],
    ['a', 0.4],
  ])
  expect(newCount).toBe(1)
})

it('shows the first runs at once, where no row stands that could move', () => {
  expect(mergeHead([], [row('a')])).toEqual({ runs: [row('a')], newCount: 0 })
})
