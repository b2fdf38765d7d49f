import { expect, it } from 'vitest'
import { sampleOfSums } from '@/lib/engine/stats/descriptive'
import { judgePairs } from './judge-pairs'

/** A week of `n` scores, of which `bad` are `low` and the others .95 and .85 in turn. */
function week(n: number, bad: number, low: number) {
  const scores = Array.from({ length: n }, (_, place) => (place < bad ? low : place % 2 === 0 ? 0.95 : 0.85))
  const sumOf = (of: (score: number) => number) => scores.reduce((sum, score) => sum + of(score), 0)
  return sampleOfSums(
    n,
    sumOf((score) => score),
    sumOf((score) => score * score),
  )
}

const falls = [3, 4, 6, 8, 12, 20].flatMap((n) =>
  [0.25, 0.4, 0.5, 0.75].flatMap((share) =>
    [0.1, 0.3, 0.5].map((low) => ({ previous: week(12, 0, low), current: week(n, Math.round(n * share), low) })),
  ),
)

it('never calls a change more than noise where its flag says that perhaps nothing fell', () => {
  const judged = falls.flatMap((pair) => judgePairs([pair]))
  const beyond = judged.filter(({ change }) => change?.beyondNoise)
  expect(beyond.length).toBeGreaterThan(5)
  for (const { change, flags } of beyond)
    for (const { kind, noise } of flags)
      if (kind === 'drop') expect(noise, `${change?.change}`).toBeLessThanOrEqual(0.1)
})

it('judges a rise as it does a fall of the same size', () => {
  for (const { previous, current } of falls) {
    const [fall] = judgePairs([{ previous, current }])
    const [rise] = judgePairs([{ previous: current, current: previous }])
    expect(rise?.change?.beyondNoise).toBe(fall?.change?.beyondNoise)
  }
})
