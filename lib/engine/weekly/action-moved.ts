import type { WeeklyMetric, WeeklyOutcome } from '@/lib/contracts/weekly/report'
import { compareWeeks } from './compare-weeks'
import { trendOf } from './failure-life'

type Moved = NonNullable<WeeklyOutcome['moved']>

const OF_TREND = { rising: 'worse', falling: 'better', steady: 'within_noise', unknown: 'unknown' } as const

/** Whether a number moved since an action was written down, beyond noise. `now` is the same number of a later week. */
export function actionMoved(then: WeeklyMetric, now: WeeklyMetric): Moved {
  if (then.value === null || now.value === null) return 'unknown'
  if (then.kind === 'failed_runs') {
    if (then.value === now.value) return 'within_noise'
    return OF_TREND[trendOf(toRate(then.value, then.n), toRate(now.value, now.n))]
  }
  const change = compareWeeks(toSample(then.value, then), toSample(now.value, now))
  if (!change || change.isTooFew) return 'unknown'
  const [low, high] = change.interval
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'within_noise'
}

const toRate = (share: number, of: number) => ({ n: Math.round(share * of), of })
const toSample = (mean: number, { n, squares }: WeeklyMetric) => ({ n, mean, squares })
