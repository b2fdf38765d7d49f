import { exceeds } from '@/lib/engine/tolerance'

/** Drop of the mean since the first or the best version above which a warning is due, however many changes it took. */
export const DRIFT_WARNING = 0.1

/** Mean score of one version, 0 to 1. */
interface VersionMean {
  version: string
  mean: number
  /** The factors measured on both this and the current version, if they were measured on different ones. */
  comparedOn?: string[]
}

/** `drop`: how much higher this version was than the current one on `comparedOn`; defaults to the difference of the means. */
export type HeldVersion = VersionMean & { drop?: number }

export interface VersionDrift {
  /** The first version given. */
  first: VersionMean
  /** The best version so far, the earliest on ties; may be the current one. */
  best: VersionMean
  /** How much higher the best was than the current one, 0 or more */
  dropFromBest: number
  /** Sum of all changes since the first version given, as a drop. */
  cumulativeDrop: number
  /** Whether either exceeds 0.10: also drops too small to open a gate can add up to it. */
  isDrifting: boolean
  versions: number
}

/**
 * Measures how far a chain has drifted, comparing each version with the current one on the factors measured on both; `versions` oldest
 * first, the current one last. Null for no versions.
 */
export function measureDrift(versions: readonly HeldVersion[]): VersionDrift | null {
  const [first] = versions
  const current = versions.at(-1)
  if (!first || !current) return null
  const dropOf = (earlier: HeldVersion) => earlier.drop ?? earlier.mean - current.mean
  const best = versions.reduce((top, candidate) => (exceeds(dropOf(candidate), dropOf(top)) ? candidate : top), first)
  const dropFromBest = Math.max(0, dropOf(best))
  const cumulativeDrop = dropOf(first)
  return {
    first: toMean(first),
    best: toMean(best),
    dropFromBest,
    cumulativeDrop,
    isDrifting: exceeds(dropFromBest, DRIFT_WARNING) || exceeds(cumulativeDrop, DRIFT_WARNING),
    versions: versions.length,
  }
}

const toMean = ({ drop: _, ...version }: HeldVersion): VersionMean => version
