import { EPSILON, exceeds } from '@/lib/engine/tolerance'
import { formatChange, formatDropChange, isMissing, type Maybe, MISSING } from './number'

const [DECIMALS, DECIMALS_MAX] = [2, 9]

type Fall = Record<'before' | 'after' | 'drop' | 'change', string>

/**
 * The rule of every change of a score: it is the difference of the two scores as they are shown, so that the three add up and a change is
 * the same on every page. Each has two decimals, or three where the difference of two would be rounded wrongly: from 0.835 to 0.668 is
 * "−0.167". Beside a limit all have as many more as it takes to show on which side of it the drop is, and how far: from 0.7734 to 0.72 is
 * "−0.053" beside a limit of 0.05.
 * @param before score in [0, 1]
 * @param after score in [0, 1]
 * @param limit the largest drop that is allowed, if there is a limit
 */
export function formatFall(before: number, after: number, limit = Number.POSITIVE_INFINITY): Fall {
  let decimals = isRounded(before, after) ? DECIMALS : DECIMALS + 1
  while (decimals < DECIMALS_MAX && !isTrue(before, after, decimals, limit)) decimals += 1
  const drop = dropShown(before, after, decimals)
  return {
    before: before.toFixed(decimals),
    after: after.toFixed(decimals),
    drop: Math.abs(drop).toFixed(decimals),
    change: formatChange(0 - drop, decimals),
  }
}

const dropShown = (before: number, after: number, decimals: number) =>
  Number((Number(before.toFixed(decimals)) - Number(after.toFixed(decimals))).toFixed(decimals))

/** Whether the difference of the scores with two decimals is the drop with two decimals. */
const isRounded = (before: number, after: number) =>
  Math.abs(dropShown(before, after, DECIMALS) - (before - after)) <= 0.5 * 10 ** -DECIMALS + EPSILON

/** Whether the drop shown is nearer to the exact one than half of what that is away from the limit, and so on its side. */
function isTrue(before: number, after: number, decimals: number, limit: number): boolean {
  const drop = before - after
  const shown = dropShown(before, after, decimals)
  return (
    exceeds(shown, limit) === exceeds(drop, limit) && Math.abs(shown - drop) <= Math.abs(drop - limit) / 2 + EPSILON
  )
}

/** Formats the change between two scores that are shown beside it with two decimals, as their difference. */
export function formatChangeShown(before: Maybe, after: Maybe): string {
  return isMissing(before) || isMissing(after) ? MISSING : formatChange(0 - dropShown(before, after, DECIMALS))
}

/** Formats a change that led to the score `after`, by the rule of {@link formatFall}. */
export function formatChangeTo(after: Maybe, change: Maybe, limit?: number): string {
  return isMissing(after) || isMissing(change) ? MISSING : formatFall(after - change, after, limit).change
}

type Compared = {
  delta: number | null
  quality: { mean: number | null }
  comparedOn?: readonly string[] | null | undefined
}

/** Formats the change of a version from the one before it. What covers some factors only is no difference of the means shown. */
export function formatVersionChange({ delta, quality, comparedOn }: Compared, limit: number): string {
  if (delta === null || quality.mean === null || comparedOn) return formatDropChange(delta, limit)
  return formatChangeTo(quality.mean, 0 - delta, limit)
}
