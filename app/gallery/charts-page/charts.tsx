'use client'

import { FailureClassesOverTime } from '@/components/charts/failure-classes-over-time'
import { GradeDistribution } from '@/components/charts/grade-distribution'
import { QualityOverTime } from '@/components/charts/quality-over-time'
import { ShareGood } from '@/components/charts/share-good'
import { prepareFailureClasses } from '@/lib/charts/prepare-failure-classes'
import { prepareGradeDistribution } from '@/lib/charts/prepare-grade-distribution'
import { prepareQualityOverTime } from '@/lib/charts/prepare-quality-over-time'
import { prepareShareGood } from '@/lib/charts/prepare-share-good'

const means = [0.79, 0.81, 0.8, 0.83, null, null, 0.84, 0.85, 0.83, 0.78, 0.74, 0.75, 0.79, 0.82]
const buckets = means.map((mean, day) => {
  const n = mean === null ? 0 : 20 + ((day * 13) % 40)
  return {
    start: new Date(Date.UTC(2026, 10, 7 + day)).toISOString(),
    end: new Date(Date.UTC(2026, 10, 8 + day)).toISOString(),
    runs: n + (n ? 3 : 0),
    failedRuns: 0,
    quality: { n, mean, interval: mean === null ? null : ([mean - 0.04, mean + 0.035] as [number, number]) },
    good: {
      n: mean === null ? 0 : Math.round(n * mean * 0.9),
      of: n,
      share: mean === null ? null : mean * 0.9,
      interval: mean === null ? null : ([mean * 0.9 - 0.09, mean * 0.9 + 0.08] as [number, number]),
    },
    confidence: { n: 0, mean: null, interval: null },
  }
})
const versions = [
  { chain: 'triage', version: '1.0.3', firstSeenAt: buckets[6]?.start ?? '' },
  { chain: 'triage', version: '1.1.0', firstSeenAt: buckets[9]?.start ?? '' },
]
const period = (grades: [number, number, number, number, number], notGraded: number) => ({
  from: '2026-11-14T00:00:00Z',
  to: '2026-11-21T00:00:00Z',
  notGraded,
  grades: { excellent: grades[0], good: grades[1], acceptable: grades[2], poor: grades[3], failed: grades[4] },
})

export function GalleryCharts() {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <QualityOverTime model={prepareQualityOverTime({ buckets, bucket: 'day', versions }, 'default')} />
      <GradeDistribution
        model={prepareGradeDistribution(period([62, 81, 30, 12, 9], 7), period([50, 90, 20, 16, 4], 0), {
          project: 'default',
        })}
      />
      <ShareGood model={prepareShareGood({ buckets, bucket: 'day' }, 'default')} />
      <FailureClassesOverTime
        model={prepareFailureClasses(
          {
            bucket: 'day',
            buckets: buckets.map(({ start, end }, day) => ({
              start,
              end,
              classes:
                day === 4
                  ? {}
                  : {
                      timeout: day % 4,
                      rate_limited: (day * 3) % 5,
                      invalid_tool_args: day % 3 === 0 ? 2 : 0,
                      unknown: day % 5 === 0 ? 1 : 0,
                    },
            })),
          },
          'default',
        )}
      />
    </div>
  )
}
