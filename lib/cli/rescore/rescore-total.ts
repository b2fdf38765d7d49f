import type { RescorePage } from '@/lib/contracts/rescore'

/** What all pages of a rescoring come to. */
export type RescoreTotal = Omit<RescorePage, 'next'>

export const nothingYet: RescoreTotal = {
  rescored: 0,
  changed: 0,
  unmeasured: 0,
  known: 0,
  before: { n: 0, sum: 0 },
  after: { n: 0, sum: 0 },
  moved: [],
  total: 0,
}

/** The total with one more page. */
export function withPage(total: RescoreTotal, page: RescorePage): RescoreTotal {
  const moved = new Map(total.moved.map((move) => [`${move.from} ${move.to}`, move]))
  for (const move of page.moved) {
    const key = `${move.from} ${move.to}`
    moved.set(key, { ...move, count: move.count + (moved.get(key)?.count ?? 0) })
  }
  return {
    rescored: total.rescored + page.rescored,
    changed: total.changed + page.changed,
    unmeasured: total.unmeasured + page.unmeasured,
    known: total.known + page.known,
    before: { n: total.before.n + page.before.n, sum: total.before.sum + page.before.sum },
    after: { n: total.after.n + page.after.n, sum: total.after.sum + page.after.sum },
    moved: [...moved.values()].sort((a, b) => b.count - a.count),
    total: page.total,
  }
}

/** The mean of one side; null where nothing was measured. */
export function meanOf({ n, sum }: RescoreTotal['before']): number | null {
  return n === 0 ? null : sum / n
}

/** The outcome for a person at a terminal. */
export function tellRescore(series: string, total: RescoreTotal, isDry: boolean): string[] {
  const { rescored, changed, unmeasured, known, moved } = total
  const mean = (side: RescoreTotal['before']) => meanOf(side)?.toFixed(4) ?? 'unknown'
  return [
    `"${series}": ${rescored} runs scored again, ${changed} of them differ; ${unmeasured} without a score, ${known} there already`,
    ...(rescored > 0 ? [`  mean ${mean(total.before)} before, ${mean(total.after)} in the series`] : []),
    ...moved.map(({ from, to, count }) => `  ${from ?? 'no score'} to ${to ?? 'no score'}: ${count}`),
    ...(isDry ? ['  dry run: nothing was written'] : []),
  ]
}
