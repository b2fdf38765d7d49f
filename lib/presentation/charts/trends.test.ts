import { describe, expect, it } from 'vitest'
import type { BucketUnit } from '@/lib/contracts/overview'
import { failureClasses } from '@/lib/contracts/vocabulary'
import { bucketName, bucketTick } from './chart-parts'
import { prepareFailureClasses } from './prepare-failure-classes'
import { measuredScore, prepareScoreOverTime, prepareShareGood } from './prepare-score-over-time'
import { prepareDecisionShares, prepareGradeShares } from './prepare-shares'

const day = (date: number, mean: number | null, n = mean === null ? 0 : 10) => ({
  start: `2026-11-${date}T00:00:00.000Z`,
  end: `2026-11-${date + 1}T00:00:00.000Z`,
  runs: n,
  quality: { n, mean, interval: null },
  confidence: { n: 4, mean: 0.5, interval: null },
  good: { n: mean === null ? 0 : 8, of: n, share: mean === null ? null : 0.8, interval: null },
})

it('a mark opens the runs that its bucket counts, without those still running', () => {
  const buckets = [day(10, 0.8)]
  const [ended, open] = [2, 0].map((running) => [
    prepareScoreOverTime({ buckets, bucket: 'day', timeZone: 'UTC', versions: [], running }, 'p').points[0]?.href,
    prepareShareGood({ buckets, bucket: 'day', timeZone: 'UTC', running }, 'p').points[0]?.href,
  ])
  for (const href of ended ?? []) expect(href).toContain('status=completed')
  for (const href of open ?? []) expect(href).not.toContain('status')
})

describe('a bucket without a scored run', () => {
  const buckets = [day(10, 0.8), day(11, null), day(12, 0.7)]

  it('is a gap in the mean, and is listed', () => {
    const model = prepareScoreOverTime({ buckets, bucket: 'day', timeZone: 'UTC', versions: [] }, 'p')
    expect(model.points.map((point) => point.value)).toEqual([0.8, null, 0.7])
    expect(model.table.rows[1]?.cells).toEqual(['11 Nov', '—', '—', '0 of 0'])
    expect(model.summary).toBe('Mean quality went from 0.80 (10 Nov) to 0.70 (12 Nov); 1 day without a scored run.')
  })

  it('is a gap in the share, and is in no total', () => {
    const model = prepareShareGood({ buckets, bucket: 'day', timeZone: 'UTC' }, 'p')
    expect(model.points.map((point) => point.value)).toEqual([0.8, null, 0.8])
    expect(model.summary).toBe('80% of 20 scored runs were good.')
  })

  it('gives an empty summary if it is the only one', () => {
    expect(
      prepareScoreOverTime({ buckets: [day(10, null)], bucket: 'day', timeZone: 'UTC', versions: [] }, 'p').summary,
    ).toBe('No scored runs in this period.')
    expect(prepareShareGood({ buckets: [], bucket: 'day', timeZone: 'UTC' }, 'p').summary).toBe(
      'No scored runs in this period.',
    )
  })
})

describe('the score over time', () => {
  it('has as many decimals as keep a mean on its side of the level drawn beside it, as the figure above it', () => {
    const model = prepareScoreOverTime(
      { buckets: [day(10, 0.7973)], bucket: 'day', timeZone: 'UTC', versions: [] },
      'p',
    )
    expect(model.summary).toMatch(/^Mean quality 0\.797 /)
  })

  it.each([
    ['that overlap', [0.1, 0.87] as [number, number], 'went from 0.80 (10 Nov) to 0.46 (11 Nov); intervals overlap.'],
    ['apart', [0.4, 0.5] as [number, number], 'went from 0.80 (10 Nov) to 0.46 (11 Nov).'],
    ['of which one is unknown', null, 'went from 0.80 (10 Nov) to 0.46 (11 Nov).'],
  ])('says whether it moved, by intervals %s', (_, interval, told) => {
    const first = { ...day(10, 0.8), quality: { n: 30, mean: 0.8, interval: [0.78, 0.83] as [number, number] } }
    const buckets = [first, { ...day(11, 0.46), quality: { n: 4, mean: 0.46, interval } }]
    const model = prepareScoreOverTime({ buckets, bucket: 'day', timeZone: 'UTC', versions: [] }, 'p')
    expect(model.summary).toBe(`Mean quality ${told}`)
  })

  it('says that only the first of many new versions are marked', () => {
    const input = {
      buckets: [day(10, 0.8)],
      bucket: 'day' as const,
      timeZone: 'UTC',
      versions: [{ chain: 'a', version: '1', firstSeenAt: '2026-11-10T01:00:00.000Z' }],
    }
    expect(prepareScoreOverTime({ ...input, newVersions: 1 }, 'p').summary).toBe('Mean quality 0.80 (10 Nov).')
    expect(prepareScoreOverTime({ ...input, newVersions: 2000 }, 'p').summary).toBe(
      'Mean quality 0.80 (10 Nov). The first 1 of 2,000 new versions are marked.',
    )
  })

  it('is the confidence if no run has a quality, and can be chosen', () => {
    const untold = [day(10, null), day(11, null)]
    expect(measuredScore(untold)).toBe('confidence')
    expect(measuredScore([...untold, day(12, 0.7)])).toBe('quality')
    const model = prepareScoreOverTime(
      { buckets: untold, bucket: 'day', timeZone: 'UTC', versions: [] },
      'p',
      'confidence',
    )
    expect(model).toMatchObject({
      title: 'Confidence over time',
      summary: 'Mean confidence went from 0.50 (10 Nov) to 0.50 (11 Nov).',
      points: [{ value: 0.5 }, { value: 0.5 }],
    })
  })

  it('stays the quality if nothing is known', () => {
    const none = { ...day(10, null), confidence: { n: 0, mean: null, interval: null } }
    expect(measuredScore([none])).toBe('quality')
    expect(
      prepareScoreOverTime({ buckets: [none], bucket: 'day', timeZone: 'UTC', versions: [] }, 'p', 'confidence')
        .summary,
    ).toBe('No runs with signals in this period.')
  })
})

describe('version marks', () => {
  const buckets = [day(10, 0.8), day(11, 0.8)]
  const first = (chain: string, version: string, firstSeenAt: string) => ({ chain, version, firstSeenAt })

  it("are at a version's first run, and omitted if that is out of range", () => {
    const versions = [
      first('triage', '1.1.0', '2026-11-11T13:00:00Z'),
      first('triage', '1.0.0', '2026-10-01T00:00:00Z'),
    ]
    const marks = prepareScoreOverTime({ buckets, bucket: 'day', timeZone: 'UTC', versions }, 'p').versions
    expect(marks).toEqual([{ start: buckets[1]?.start, label: '1.1.0', title: 'First ran: 1.1.0' }])
  })

  it('name the chain if there are several, and are combined if they are too close', () => {
    const versions = [first('a', '1', '2026-11-11T01:00:00Z'), first('b', '2', '2026-11-11T02:00:00Z')]
    const marks = prepareScoreOverTime({ buckets, bucket: 'day', timeZone: 'UTC', versions }, 'p').versions
    expect(marks).toEqual([{ start: buckets[1]?.start, label: '2 versions', title: 'First ran: a 1, b 2' }])
  })
})

describe('prepareGradeShares', () => {
  const period = (counts: number[], notGraded = 0) => ({
    from: '2026-11-14T00:00:00Z',
    to: '2026-11-21T00:00:00Z',
    notGraded,
    grades: {
      excellent: counts[0] ?? 0,
      good: counts[1] ?? 0,
      acceptable: counts[2] ?? 0,
      poor: counts[3] ?? 0,
      failed: counts[4] ?? 0,
    },
  })

  it('takes shares of graded runs only, so that they add up to one', () => {
    const { bars, uncounted } = prepareGradeShares(period([1, 2, 3, 2, 2], 90), null, { project: 'p' })
    expect(bars.reduce((sum, bar) => sum + (bar.share ?? 0), 0)).toBeCloseTo(1, 12)
    expect(uncounted).toBe('90 runs not graded')
  })

  it('has no share if nothing was graded, now or before', () => {
    const model = prepareGradeShares(period([], 3), period([]), { project: 'p' })
    expect(model.bars.every((bar) => bar.share === null && bar.previousShare === null)).toBe(true)
    expect(model.hasPrevious).toBe(false)
    expect(model.summary).toBe('None of 3 runs has a grade.')
  })

  it('links each bar to its runs', () => {
    const { bars } = prepareGradeShares(period([1]), null, { project: 'p', chain: ['triage'] })
    expect(bars[0]?.href).toContain('/p/p/runs?chain=triage&grade=excellent&from=')
  })
})

describe('prepareDecisionShares', () => {
  const none = { accept: 0, accept_best: 0, iterate: 0, escalate: 0, insufficient_evidence: 0 }
  const period = (counts: Partial<typeof none>) => ({
    decisions: { ...none, ...counts },
    from: null,
    to: '2026-11-21T00:00:00Z',
  })

  it('counts every decision once, against the period before', () => {
    const model = prepareDecisionShares(period({ accept: 3, iterate: 1 }), period({ accept: 1, escalate: 1 }), {
      project: 'p',
    })
    expect(model.bars.map(({ key, share, previousShare }) => [key, share, previousShare])).toEqual([
      ['accept', 0.75, 0.5],
      ['accept_best', 0, 0],
      ['iterate', 0.25, 0],
      ['escalate', 0, 0.5],
      ['insufficient_evidence', 0, 0],
    ])
    expect(model.summary).toBe('3 of 4 runs accepted.')
  })

  it('has no share without runs', () => {
    const model = prepareDecisionShares(period({}), null, { project: 'p' })
    expect(model.bars.every(({ share }) => share === null)).toBe(true)
    expect(model.summary).toBe('No runs in this period.')
  })
})

describe('prepareFailureClasses', () => {
  const bucket = (classes: Partial<Record<(typeof failureClasses)[number], number>>) => ({
    start: '2026-11-10T00:00:00Z',
    end: '2026-11-11T00:00:00Z',
    classes,
  })

  it('always gives a class the same colour', () => {
    const one = prepareFailureClasses({ buckets: [bucket({ rate_limited: 1 })], bucket: 'day', timeZone: 'UTC' }, 'p')
    const many = prepareFailureClasses(
      { buckets: [bucket({ timeout: 5, rate_limited: 1, unknown: 2 })], bucket: 'day', timeZone: 'UTC' },
      'p',
    )
    const colorIn = (model: typeof one) => model.series.find((series) => series.failureClass === 'rate_limited')?.color
    expect(colorIn(one)).toBe(colorIn(many))
  })

  it('gives every class a distinct colour', () => {
    const all = Object.fromEntries(failureClasses.map((failureClass) => [failureClass, 1]))
    const { series } = prepareFailureClasses({ buckets: [bucket(all)], bucket: 'day', timeZone: 'UTC' }, 'p')
    expect(new Set(series.map((known) => known.color)).size).toBe(failureClasses.length)
  })

  it('lists only classes that occurred, most frequent first', () => {
    const { series, summary } = prepareFailureClasses(
      { buckets: [bucket({ timeout: 1, rate_limited: 3, unknown: 0 })], bucket: 'day', timeZone: 'UTC' },
      'p',
    )
    expect(series.map((known) => known.failureClass)).toEqual(['rate_limited', 'timeout'])
    expect(summary).toBe('4 failures (a run may have several), most often rate limited (3).')
    expect(prepareFailureClasses({ buckets: [bucket({})], bucket: 'day', timeZone: 'UTC' }, 'p').summary).toBe(
      'No failures in this period.',
    )
  })
})

describe('the name of a bucket', () => {
  const named = (start: string, unit: BucketUnit, timeZone: string) => [
    bucketTick(start, { unit, count: 7, timeZone }),
    bucketName(start, { unit, timeZone }),
  ]

  it('is the day of the project’s time zone', () => {
    expect(named('2026-11-22T11:00:00Z', 'day', 'Pacific/Auckland')).toEqual(['23 Nov', '23 Nov'])
    expect(named('2026-11-22T11:00:00Z', 'week', 'Pacific/Auckland')).toEqual(['23 Nov', 'Week of 23 Nov 2026'])
    expect(named('2026-10-31T11:00:00Z', 'month', 'Pacific/Auckland')).toEqual(['Nov 2026', 'Nov 2026'])
    expect(named('2026-11-22T11:00:00Z', 'hour', 'Europe/Berlin')).toEqual(['12:00', '22 Nov 2026, 12:00 CET'])
  })

  it('says from when it counts where midnight is off the full hour', () => {
    expect(named('2026-11-22T18:00:00Z', 'day', 'Asia/Kolkata')).toEqual([
      '23 Nov',
      '23 Nov, from 23:30 the day before',
    ])
    expect(named('2026-11-22T18:00:00Z', 'week', 'Asia/Kathmandu')).toEqual([
      '23 Nov',
      'Week of 23 Nov 2026, from 23:45 the day before',
    ])
  })

  it('is that of its day where it begins within it, as the first of a range does', () => {
    expect(named('2026-11-22T08:00:00Z', 'day', 'Asia/Kolkata')).toEqual(['22 Nov', '22 Nov'])
  })
})
