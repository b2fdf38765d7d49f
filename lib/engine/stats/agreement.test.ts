import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohenKappa, kappaInterval, krippendorffAlpha } from './agreement'
import { seededRng } from './random'

const alphaOf = (units: readonly (readonly number[])[]) => krippendorffAlpha(units).alpha

/** Transposes rows of observers, with null for a missing value, to the values of each unit. */
const byUnit = (rows: readonly (readonly (number | null)[])[]) =>
  (rows[0] ?? []).map((_, unit) => rows.flatMap((row) => row[unit] ?? []))

// Both tables are from Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability".
const MEG_AND_OWEN = byUnit([
  [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
  [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
])
const FOUR_OBSERVERS = byUnit([
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
])

describe('Krippendorff’s alpha', () => {
  it('matches the published example of two observers with yes or no', () => {
    // Units 1, 3, 6 and 9 differ: o01 = 4. Of 20 values 14 are 0 and 6 are 1: alpha = 1 - 19·4 / (14·6) = 0.0952.
    expect(alphaOf(MEG_AND_OWEN)).toBeCloseTo(1 - (19 * 4) / (14 * 6), 12)
  })

  it('matches the published ordinal example of four observers, five grades and missing values', () => {
    // Unit 12 has one value and is left out: 40 values remain in 11 units, n = 9, 13, 10, 5, 3. alpha = 0.815.
    const { alpha, units } = krippendorffAlpha(FOUR_OBSERVERS)
    expect(alpha).toBeCloseTo(0.815, 3)
    expect(units).toBe(11)
  })

  it.each<[string, number[][], number | null]>([
    ['no judges', [], null],
    ['one judge per unit', [[1], [0]], null],
    [
      'judges who all give every unit the same value',
      [
        [1, 1],
        [1, 1, 1],
      ],
      null,
    ],
    [
      'judges who agree',
      [
        [1, 1],
        [0, 0],
        [1, 1, 1],
      ],
      1,
    ],
    // o01 = 2, n0 = n1 = 2: 1 - 3·2 / (2·2)
    [
      'judges who never agree',
      [
        [1, 0],
        [0, 1],
      ],
      -0.5,
    ],
  ])('of %s', (_, units, expected) => {
    if (expected === null) expect(krippendorffAlpha(units)).toMatchObject({ alpha: null, interval: null })
    else expect(alphaOf(units)).toBeCloseTo(expected, 12)
  })

  const tables = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), { minLength: 2, maxLength: 12 })

  it('is 1 minus the mean distance within units by the mean distance of all pairs, also for ratings that all differ', () => {
    const ratings = fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 5 }), {
      minLength: 2,
      maxLength: 40,
    })
    fc.assert(
      fc.property(ratings, (units) => {
        const all = units.flat()
        const below = (value: number) => all.filter((other) => other < value).length
        const middle = (value: number) => below(value) + all.filter((other) => other === value).length / 2
        const distance = (one: number, other: number) => (middle(one) - middle(other)) ** 2
        const sum = (values: readonly number[]) =>
          values.reduce((total, one) => values.reduce((more, other) => more + distance(one, other), total), 0)
        const observed = units.reduce((total, unit) => total + sum(unit) / (unit.length - 1), 0) / all.length
        const expected = sum(all) / (all.length * (all.length - 1))
        if (expected === 0) expect(alphaOf(units)).toBeNull()
        else expect(alphaOf(units)).toBeCloseTo(1 - observed / expected, 9)
      }),
    )
  })

  it('of categories is 1 minus the share of unlike values within units by that of all pairs', () => {
    fc.assert(
      fc.property(tables, (units) => {
        const rated = units.filter((unit) => unit.length > 1)
        const all = rated.flat()
        const unlike = (values: readonly number[]) =>
          values.reduce((sum, one) => sum + values.filter((other) => other !== one).length, 0)
        const observed = rated.reduce((sum, unit) => sum + unlike(unit) / (unit.length - 1), 0) / all.length
        const expected = unlike(all) / (all.length * (all.length - 1))
        const { alpha } = krippendorffAlpha(units, 'nominal')
        if (unlike(all) === 0) expect(alpha).toBeNull()
        else expect(alpha).toBeCloseTo(1 - observed / expected, 9)
      }),
    )
  })

  it('of twenty thousand ratings that all differ is computed with its interval', () => {
    const random = seededRng(4)
    const units = Array.from({ length: 10_000 }, () => [random(), random()])
    const { alpha, interval } = krippendorffAlpha(units)
    expect(alpha).toBeCloseTo(0, 1)
    expect(interval?.[0]).toBeLessThan(alpha ?? Number.NaN)
    expect(interval?.[1]).toBeGreaterThan(alpha ?? Number.NaN)
  })

  it('does not depend on the order of units or judges, nor does its interval', () => {
    fc.assert(
      fc.property(tables, fc.integer(), (units, seed) => {
        const random = seededRng(seed)
        const shuffled = <T>(items: readonly T[]) =>
          items
            .map((item) => ({ item, at: random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item)
        const [one, other] = [krippendorffAlpha(units), krippendorffAlpha(shuffled(units.map(shuffled)))]
        expect(other.units).toBe(one.units)
        expect(other.alpha ?? 2).toBeCloseTo(one.alpha ?? 2, 9)
        expect(other.interval?.[0] ?? 2).toBeCloseTo(one.interval?.[0] ?? 2, 9)
      }),
      { numRuns: 30 },
    )
  })

  it('does not depend on the values themselves, only on their order or its reverse', () => {
    fc.assert(
      fc.property(tables, (units) => {
        const alpha = alphaOf(units) ?? 2
        expect(alphaOf(units.map((unit) => unit.map((value) => value ** 3 / 64))) ?? 2).toBeCloseTo(alpha, 9)
        expect(alphaOf(units.map((unit) => unit.map((value) => 1 - value))) ?? 2).toBeCloseTo(alpha, 9)
        expect(alpha === 2 || alpha <= 1 + 1e-12).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('has an interval that contains the truth about as often as its level', () => {
    // Two judges, each wrong in 10 %, half of the units good: they differ in 2·.1·.9 = .18, by chance in .5: alpha = 1 - .18/.5 = .64.
    const random = seededRng(3)
    const judge = (truth: number) => (random() < 0.1 ? 1 - truth : truth)
    const rounds = 120
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const units = Array.from({ length: 60 }, () => {
        const truth = random() < 0.5 ? 1 : 0
        return [judge(truth), judge(truth)]
      })
      const [low, high] = krippendorffAlpha(units).interval ?? [1, 0]
      if (low <= 0.64 && 0.64 <= high) held++
    }
    expect(held / rounds).toBeGreaterThan(0.88)
  })
})

describe('units that belong together', () => {
  const random = seededRng(11)
  const units = Array.from({ length: 80 }, () => {
    const value = random() < 0.5 ? 0 : 1
    return [value, random() < 0.2 ? 1 - value : value]
  })
  const width = ({ interval }: ReturnType<typeof krippendorffAlpha>) => (interval?.[1] ?? 0) - (interval?.[0] ?? 0)

  it('count like one where they repeat each other: the interval is no narrower', () => {
    const repeated = units.flatMap((unit) => [unit, unit, unit])
    const clusters = repeated.map((_, place) => String(Math.floor(place / 3)))
    const [once, together] = [krippendorffAlpha(units), krippendorffAlpha(repeated, 'nominal', clusters)]
    expect(together.units).toBe(240)
    expect(width(together) / width(once)).toBeCloseTo(1, 1)
    expect(width(krippendorffAlpha(repeated, 'nominal')) / width(once)).toBeLessThan(0.7)
  })

  it('have one interval in whatever order they come, and whatever they are called', () => {
    const clusters = units.map((_, place) => String(place % 9))
    const order = units.map((_, place) => place).toReversed()
    const moved = krippendorffAlpha(
      order.map((place) => units[place] ?? []),
      'nominal',
      order.map((place) => `r${9 - Number(clusters[place])}`),
    )
    expect(moved).toEqual(krippendorffAlpha(units, 'nominal', clusters))
  })

  it('change nothing where each is alone', () => {
    const alone = units.map((_, place) => String(place))
    expect(krippendorffAlpha(units, 'nominal', alone)).toEqual(krippendorffAlpha(units, 'nominal'))
  })
})

const pairs = (both: number, first: number, second: number, neither: number) => [
  ...Array.from({ length: both }, () => [true, true] as const),
  ...Array.from({ length: first }, () => [true, false] as const),
  ...Array.from({ length: second }, () => [false, true] as const),
  ...Array.from({ length: neither }, () => [false, false] as const),
]

describe("Cohen's kappa", () => {
  // The worked example of Cohen's measure: 20 both yes, 5 and 10 apart, 15 both no.
  it('is .4 when 70 % agree and chance gives half', () => {
    expect(cohenKappa(pairs(20, 5, 10, 15))).toBeCloseTo(0.4, 12)
  })

  it('is 1 when two always agree on both answers, and -1 when they never do on halves', () => {
    expect(cohenKappa(pairs(5, 0, 0, 5))).toBe(1)
    expect(cohenKappa(pairs(0, 5, 5, 0))).toBe(-1)
  })

  it('is null without units, and for two who only ever give the same answer', () => {
    expect(cohenKappa([])).toBeNull()
    expect(cohenKappa(pairs(7, 0, 0, 0))).toBeNull()
  })

  it('is symmetric', () => {
    expect(cohenKappa(pairs(3, 4, 1, 2))).toBeCloseTo(cohenKappa(pairs(3, 1, 4, 2)) ?? 0, 12)
  })
})

describe('the interval of kappa', () => {
  it('agrees with the large-sample interval of Fleiss, Cohen and Everitt (1969)', () => {
    const ERROR = 0.04016
    const [low, high] = kappaInterval(pairs(200, 50, 100, 150)) ?? [0, 0]
    expect(Math.abs(low - (0.4 - 1.96 * ERROR))).toBeLessThan(0.01)
    expect(Math.abs(high - (0.4 + 1.96 * ERROR))).toBeLessThan(0.01)
  })

  it('is narrower for more units, and the same in any order of them', () => {
    const widthOf = (times: number) => {
      const [low, high] = kappaInterval(pairs(20 * times, 5 * times, 10 * times, 15 * times)) ?? [0, 0]
      return high - low
    }
    expect(widthOf(4) / widthOf(1)).toBeCloseTo(0.5, 1)
    expect(kappaInterval(pairs(20, 5, 10, 15).toReversed())).toEqual(kappaInterval(pairs(20, 5, 10, 15)))
  })

  it('is null without a kappa', () => {
    expect(kappaInterval([])).toBeNull()
    expect(kappaInterval(pairs(7, 0, 0, 0))).toBeNull()
  })
})
