import { describe, expect, it } from 'vitest'
import { prepareCountBars } from './prepare-count-bars'

const bars = (counts: number[]) =>
  prepareCountBars(
    counts.map((count, at) => ({
      key: `${at}`,
      tick: `${at}`,
      name: `${at}`,
      count,
      countText: `${count}`,
      href: null,
    })),
    { summary: '', nameLabel: 'Day', countLabel: 'Failures' },
  )

describe('count bars', () => {
  it.each([
    [[0], ['0', '1']],
    [[3], ['0', '1', '2', '3']],
    [[7], ['0', '2', '4', '6', '8']],
    [[1234], ['0', '500', '1,000', '1,500']],
  ])('%j stand on a scale of whole numbers that holds them: %j', (counts, labels) => {
    expect(bars(counts).scale.map(({ label }) => label)).toEqual(labels)
    expect(Math.max(...bars(counts).bars.map(({ height }) => height))).toBeLessThanOrEqual(1)
  })

  it('only some of many bars have a label on the axis', () => {
    expect(
      bars(Array.from({ length: 90 }, () => 1)).bars.filter(({ isTicked }) => isTicked).length,
    ).toBeLessThanOrEqual(12)
  })
})
