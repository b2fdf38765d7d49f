import { expect, it } from 'vitest'
import { batchIngestSection, type Round } from './measure-batch-ingest'
import { readsSection } from './measure-reads'
import { calmerOf, isInTime, pagesSections } from './pages-sections'
import { toText } from './report'

const round = (sentPerS: number, barePerS: number): Round => ({
  sent: { perS: sentPerS, appMs: 1, databaseMs: 1, batchMs: [60, 80] },
  bare: { perS: barePerS, appMs: 0, databaseMs: 1 },
})

const size = { batchSize: 100, batchesPerRound: 8 }

it('batch ingest is held to its aims at the best number of concurrent requests', () => {
  const { goals } = batchIngestSection(
    new Map([
      [1, [round(500, 2_000)]],
      [2, [round(900, 2_000)]],
    ]),
    size,
  )
  expect(goals.map(({ isMet }) => isMet)).toEqual([true, true])
})

it('the ratio of ingest is taken within each round, whatever happens between rounds', () => {
  const { goals } = batchIngestSection(new Map([[1, [round(300, 1_000), round(30, 100), round(400, 1_000)]]]), size)
  expect(goals[0]).toMatchObject({ measured: '0.30', isMet: false })
})

it("one slow request of a screen misses the screen's aim", () => {
  const quick = { screen: 'list', name: 'quick', largeMs: [5, 5], smallMs: [5, 5] } as const
  const slow = { screen: 'list', name: 'slow', largeMs: [200, 200], smallMs: [20, 20] } as const
  const { goals } = readsSection([quick, slow], { runs: 1_000_000, smallRuns: 10_000, samples: 2 })
  expect(goals.every((goal) => !goal.isMet && goal.measured.includes('slow'))).toBe(true)
})

it('a value that was not measured never meets an aim', () => {
  const { goals } = readsSection([{ screen: 'detail', name: 'none', largeMs: [], smallMs: [] }], {
    runs: 1,
    smallRuns: 1,
    samples: 0,
  })
  expect(goals.every((goal) => !goal.isMet)).toBe(true)
})

it('a section is printed in columns, with each aim and its measured value', () => {
  const text = toText({
    title: 'Things',
    method: '',
    columns: ['name', 'n'],
    rows: [['long name', '7']],
    goals: [{ aim: 'ten', measured: '7', isMet: false }],
  })
  expect(text).toBe('\n── Things\nname       n\nlong name  7\n✗ ten: 7')
})

it('a page that shifts in one visit misses its aim, and a fast page does not hide a slow one', () => {
  const visit = { lcp: 200, shift: 0, firstByte: 40, shifted: [] }
  const pages = [
    { shown: 'calm', visits: [visit, visit], firstBytes: 140_000, laterBytes: 0 },
    { shown: 'moving', visits: [visit, { ...visit, shift: 0.1 }], firstBytes: 140_000, laterBytes: 0 },
  ]
  const measured = {
    pages,
    interactions: [{ page: 'calm', name: 'a key', ms: [16, 24] }],
    serverMs: [9],
    ofVersion: 'calm',
  }
  const [paint, interaction] = pagesSections(measured, {
    runs: 1_000_000,
    versionRuns: 100_000,
    repeats: 2,
    looksMax: 3,
  })
  expect(paint?.goals.filter(({ isMet }) => !isMet)).toEqual([
    { aim: 'shift under .02 on every page', measured: 'at most 0.100 (moving)', isMet: false },
  ])
  expect(interaction?.goals[0]?.isMet).toBe(true)
})

it('two measurements of a page combine to the times of the faster and the shifts of both', () => {
  const visit = { lcp: 2000, shift: 0, firstByte: 40, shifted: [] }
  const page = { shown: 'overview', visits: [{ ...visit, shift: 0.1 }], firstBytes: 1, laterBytes: 1 }
  const key = { page: 'overview', name: 'a key', ms: [30] }
  const busy = { page, interactions: [key] }
  const calm = { page: { ...page, visits: [{ ...visit, lcp: 400 }] }, interactions: [{ ...key, ms: [200] }] }
  expect(isInTime(busy)).toBe(false)
  const both = calmerOf(busy, calm)
  expect(both.page.visits).toEqual([{ ...visit, lcp: 400, shift: 0.1 }])
  expect(both.interactions).toEqual([key])
  expect(isInTime(both)).toBe(true)
})
