import { expect, it } from 'vitest'
import type { RunRow } from '@/lib/contracts/runs'
import { mergeHead } from './run-list'

const row = (id: string, confidence: number | null = null) => ({ id, confidence }) as RunRow

it('updates shown rows in place and counts new rows without inserting them', () => {
  const { runs, newCount } = mergeHead([row('b', 0.5), row('a', 0.4)], [row('c'), row('b', 0.9)])
  expect(runs.map((run) => [run.id, run.confidence])).toEqual([
    ['b', 0.9],
    ['a', 0.4],
  ])
  expect(newCount).toBe(1)
})

it('shows new runs immediately if the list is empty', () => {
  expect(mergeHead([], [row('a')])).toEqual({ runs: [row('a')], newCount: 0 })
})
