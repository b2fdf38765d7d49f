import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '../input-error'
import { sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { type DrawnStratum, estimateDrawn } from './estimate-drawn'
import { estimateQualityOfSums } from './estimate-quality'
import type { JudgedScore } from './powered-mean'

const judged = (good: number, bad: number, automated = 0.5): JudgedScore[] => [
  ...Array.from({ length: good }, () => ({ automated, verdict: 1 })),
  ...Array.from({ length: bad }, () => ({ automated, verdict: 0 })),
]
const stratum = (part: Partial<DrawnStratum>): DrawnStratum => {
  const of = part.judged ?? []
  return { part: 'a', urgency: 0, probability: 0.1, drawn: of.length, judged: of, ...part }
}
const rest = (n: number, mean = 0.5, name = 'a') => ({ n, mean, squares: 0.04 * n, stratum: name })

describe('a draw that was judged in part', () => {
  it('counts urgent runs, judged first, only for their share', () => {
    const strata = [
      stratum({ urgency: 2, drawn: 20, judged: judged(2, 18) }),
      stratum({ drawn: 80, judged: judged(9, 1) }),
    ]
    const { estimate, lacking, standsFor } = estimateDrawn({ strata, unlabelled: [rest(970)] })
    expect(lacking).toEqual([])
    expect(standsFor).toBeCloseTo(1000, 9)
    expect(estimate?.estimate).toBeCloseTo(0.2 * 0.1 + 0.8 * 0.9, 9)
    const [low = 1, high = 0] = estimate?.interval ?? []
    expect(low).toBeLessThan(0.74)
    expect(high).toBeGreaterThan(0.74)
  })

  it('is estimated as a whole if a part has drawn runs, but no verdict and no score', () => {
    const strata = [stratum({ drawn: 10, judged: judged(6, 4) }), stratum({ part: 'b', drawn: 2 })]
    const { estimate, lacking } = estimateDrawn({ strata, unlabelled: [rest(90)] })
    expect(lacking).toEqual([])
    expect(estimate?.estimate).toBeCloseTo(0.6, 9)
    expect(estimate?.stratified).toBe(false)
  })

  it('weights each probability by its inverse, though the share of the judged differs', () => {
    const strata = [
      stratum({ probability: 0.05, drawn: 20, judged: judged(10, 0) }),
      stratum({ probability: 0.5, drawn: 100, judged: judged(5, 5) }),
    ]
    const { estimate } = estimateDrawn({ strata, unlabelled: [rest(580)] })
    // 20 / .05 = 400 runs, and 100 / .5 = 200.
    expect(estimate?.estimate).toBeCloseTo((400 * 1 + 200 * 0.5) / 600, 9)
  })

  it.each<[string, DrawnStratum[], object[]]>([
    [
      'with too few of those that only the draw brings',
      [stratum({ urgency: 2, drawn: 20, judged: judged(5, 15) }), stratum({ drawn: 40, judged: judged(3, 1) })],
      [{ isUrgent: false, probability: null, drawn: 40, judged: 4, needed: 5 }],
    ],
    [
      'with none of the urgent ones',
      [stratum({ urgency: 2, drawn: 3 }), stratum({ drawn: 40, judged: judged(9, 1) })],
      [{ isUrgent: true, probability: null, drawn: 3, judged: 0, needed: 3 }],
    ],
    [
      'with none of one probability that stands for a tenth of the runs',
      [stratum({ drawn: 40, judged: judged(9, 1) }), stratum({ probability: 0.02, drawn: 2 })],
      [{ isUrgent: false, probability: 0.02, drawn: 2, judged: 0, needed: 1 }],
    ],
    [
      'without any',
      [stratum({ drawn: 3 }), stratum({ urgency: 8, drawn: 9 })],
      [
        { isUrgent: false, judged: 0, needed: 3 },
        { isUrgent: true, judged: 0, needed: 5 },
      ],
    ],
  ])('%s gives no estimate, and says which lack', (_, strata, lacking) => {
    expect(estimateDrawn({ strata, unlabelled: [rest(500)] })).toMatchObject({ estimate: null, lacking })
  })

  it('may lack a verdict on the few urgent runs of a part, which its neighbours then stand for', () => {
    const strata = [
      stratum({ urgency: 8, drawn: 6, judged: judged(1, 5) }),
      stratum({ urgency: 2, drawn: 2 }),
      stratum({ drawn: 40, judged: judged(9, 1) }),
    ]
    const { estimate } = estimateDrawn({ strata, unlabelled: [rest(464)] })
    expect(estimate?.estimate).toBeCloseTo((8 / 48) * (1 / 6) + (40 / 48) * 0.9, 9)
  })

  it('takes the shares of parts from their runs if each has enough verdicts', () => {
    const strata = [
      stratum({ part: 'a', drawn: 30, judged: judged(8, 2) }),
      stratum({ part: 'b', drawn: 30, judged: judged(2, 8) }),
    ]
    const unlabelled = [rest(740, 0.5, 'a'), rest(240, 0.5, 'b')]
    expect(estimateDrawn({ strata, unlabelled }).estimate).toMatchObject({
      estimate: expect.closeTo(0.75 * 0.8 + 0.25 * 0.2, 9),
      stratified: true,
    })
    const [one, other] = strata
    const few = one && other ? [one, { ...other, judged: judged(1, 3) }] : []
    expect(estimateDrawn({ strata: few, unlabelled }).estimate).toMatchObject({
      estimate: expect.closeTo(0.5 * 0.8 + 0.5 * 0.25, 9),
      stratified: false,
    })
  })

  it('has a wider interval the fewer of its runs are judged, and the fewer are drawn', () => {
    const widthOf = (factor: number, drawn: number) => {
      const strata = [
        stratum({ urgency: 2, drawn: drawn / 5, judged: judged(drawn / 20, (drawn * 3) / 20) }),
        stratum({ drawn: (drawn * 4) / 5, judged: judged(4 * factor, factor) }),
      ]
      const [low = 0, high = 0] = estimateDrawn({ strata, unlabelled: [rest(5000)] }).estimate?.interval ?? []
      return high - low
    }
    expect(widthOf(2, 100)).toBeGreaterThan(widthOf(8, 100))
    expect(widthOf(8, 100)).toBeGreaterThan(widthOf(8, 1000))
  })
})

it('a draw of one probability that is judged completely is what the published estimate says of its verdicts', () => {
  const random = seededRng(3)
  const own = (n: number) =>
    Array.from({ length: n }, () => {
      const automated = random()
      return { automated, verdict: automated + 0.6 * (random() - 0.5) > 0.4 ? 1 : 0 }
    })
  const strata = [stratum({ judged: own(30) }), stratum({ urgency: 7, judged: own(9) })]
  const labelled = strata.flatMap(({ part, judged }) => judged.map((run) => ({ ...run, stratum: part })))
  const unlabelled = [rest(300)]
  expect(estimateDrawn({ strata, unlabelled }).estimate).toEqual(estimateQualityOfSums({ labelled, unlabelled }))
})

/** Simulates a period whose urgent drawn runs are judged first, all of them, and then `n` of the others at random. */
function simulate({ shares, good, urgent, n, closeness, seed }: Period, rounds: number) {
  const random = seededRng(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const truth = urgent * 0.25 + (1 - urgent) * (good.reduce((sum, one) => sum + one, 0) / good.length)
  const ours = { held: 0, sum: 0, width: 0, alone: 0, told: 0 }
  for (let round = 0; round < rounds; round++) {
    const runs = shares.flatMap((probability, at) =>
      Array.from({ length: Math.round(1200 / shares.length) }, () => {
        const isUrgent = random() < urgent
        const verdict = random() < (isUrgent ? 0.25 : (good[at] ?? 0)) ? 1 : 0
        const automated = Math.min(1, Math.max(0, 0.5 + closeness * (verdict - 0.5) + 0.15 * gauss()))
        return { probability, urgency: isUrgent ? 2 : 0, verdict, automated, isDrawn: random() < probability }
      }),
    )
    const drawn = runs.filter(({ isDrawn }) => isDrawn)
    const inOrder = drawn.map((run) => ({ run, place: run.urgency > 0 ? -1 : random() }))
    const first = inOrder.filter(({ run }) => run.urgency > 0).length + n
    const said = new Set(
      inOrder
        .sort((a, b) => a.place - b.place)
        .slice(0, first)
        .map(({ run }) => run),
    )
    const strata = [...Map.groupBy(drawn, ({ probability, urgency }) => `${probability} ${urgency}`).values()].flatMap(
      (own) =>
        own
          .slice(0, 1)
          .map((one) => stratum({ ...one, drawn: own.length, judged: own.filter((run) => said.has(run)) })),
    )
    const others = sampleOf(runs.filter((run) => !said.has(run)).map(({ automated }) => automated))
    const unlabelled = others ? [{ ...others, stratum: 'a' }] : []
    const { estimate } = estimateDrawn({ strata, unlabelled })
    if (estimate?.estimate == null) continue
    const [low, high] = estimate.interval
    ours.told++
    ours.sum += estimate.estimate
    ours.width += high - low
    ours.alone += estimate.labelsOnly.interval[1] - estimate.labelsOnly.interval[0]
    if (low <= truth && truth <= high) ours.held++
  }
  return {
    held: ours.held / ours.told,
    bias: ours.sum / ours.told - truth,
    wider: ours.width / ours.alone,
  }
}
interface Period {
  shares: readonly number[]
  good: readonly number[]
  urgent: number
  n: number
  closeness: number
  seed: number
}

describe('over many periods, urgent runs judged first,', () => {
  const once = { shares: [0.1], good: [0.85], urgent: 0.15, closeness: 0.2, seed: 5 }
  const changed = { shares: [0.05, 0.25], good: [0.9, 0.6], urgent: 0.15, closeness: 0.2, seed: 6 }
  it.each<[string, Period]>([
    ['5 others', { ...once, n: 5 }],
    ['10 others', { ...once, n: 10 }],
    ['10 others, no help from scores', { ...once, n: 10, closeness: 0 }],
    ['20 others', { ...once, n: 20 }],
    ['50 others', { ...once, n: 50 }],
    ['80 others, close scores', { ...once, n: 80, closeness: 0.4 }],
    ['20 others, the share changed', { ...changed, n: 20 }],
    ['50 others, the share changed', { ...changed, n: 50 }],
    ['100 others, the share changed', { ...changed, n: 100 }],
  ])('the interval holds the truth about as often as its level: %s', (_, period) => {
    const { held, bias, wider } = simulate(period, 200)
    expect(held).toBeGreaterThan(0.91)
    expect(Math.abs(bias)).toBeLessThan(0.03)
    expect(wider).toBeLessThan(1.02)
  })
})

it('is not too wide with few others: over many shares it holds the truth no more often than its level says', () => {
  const periods = [0.5, 0.6, 0.7, 0.77, 0.85, 0.9, 0.95].flatMap((good, at) =>
    [5, 7, 10].map((n) => ({ shares: [0.1], good: [good], urgent: 0.15, closeness: 0.2, seed: 20 + at, n })),
  )
  const held = periods.map((period) => simulate(period, 60).held)
  const mean = held.reduce((sum, one) => sum + one, 0) / held.length
  expect(mean).toBeGreaterThan(0.94)
  expect(mean).toBeLessThan(0.975)
})

it('a stratum of which nothing was drawn changes nothing', () => {
  const strata = [stratum({ drawn: 80, judged: judged(9, 1) })]
  const unlabelled = [rest(970)]
  const empty = [stratum({ urgency: 7, drawn: 0 }), stratum({ part: 'b', urgency: 0, drawn: 0 })]
  expect(estimateDrawn({ strata: [...empty, ...strata], unlabelled })).toEqual(estimateDrawn({ strata, unlabelled }))
})

it('any draw has an estimate within its interval and 0 to 1, and scores never widen it by more than 5 %', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const run = fc.record({ automated: unit, verdict: fc.oneof(fc.constantFrom(0, 1), unit) })
  const any = fc.record({
    part: fc.constantFrom('a', 'b'),
    urgency: fc.constantFrom(0, 2, 7),
    probability: fc.constantFrom(0.02, 0.3, 1),
    more: fc.nat(30),
    judged: fc.array(run, { maxLength: 20 }),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 8 }), fc.nat(500), (some, n) => {
      const strata = some.map(({ more, ...one }) => ({ ...one, drawn: one.judged.length + more }))
      const { estimate, lacking } = estimateDrawn({ strata, unlabelled: [rest(n), rest(9, 0.2, 'b')] })
      expect(estimate === null).toBe(lacking.length > 0)
      if (!estimate) return
      const { interval, labelsOnly } = estimate
      const [low, high] = interval
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThanOrEqual(high)
      if (estimate.estimate !== null) {
        expect(estimate.estimate).toBeGreaterThanOrEqual(low - 1e-9)
        expect(estimate.estimate).toBeLessThanOrEqual(high + 1e-9)
      }
      expect(high - low).toBeLessThanOrEqual(1.05 * (labelsOnly.interval[1] - labelsOnly.interval[0]) + 1e-12)
    }),
    { numRuns: 300 },
  )
})

it.each<[string, Partial<DrawnStratum>, string]>([
  ['a probability of 0', { probability: 0 }, 'strata[0].probability'],
  ['more judged than drawn', { drawn: 1, judged: judged(2, 0) }, 'strata[0].drawn'],
  ['a verdict of 2', { judged: [{ automated: 0, verdict: 2 }] }, 'verdict'],
])('rejects %s', (_, part, path) => {
  const refused = () => estimateDrawn({ strata: [stratum(part)], unlabelled: [] })
  expect(refused).toThrow(EngineInputError)
  expect(refused).toThrow(path)
})
