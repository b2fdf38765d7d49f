import { exceeds } from '@/lib/engine/tolerance'

/** Small drops that add up to more than this deserve a warning. */
export const DRIFT_WARNING = 0.1

/** Mean score of one version, 0 to 1. */
export interface VersionMean {
  version: string
  mean: number
}

export interface VersionDrift {
  /** The first version given. */
  first: VersionMean
  /** The best version so far, the earliest on ties; may be the current one. */
  best: VersionMean
  /** best mean - current mean, 0 or more */
  dropFromBest: number
  /** Sum of all changes since the first version given, as a drop: first mean - current mean. */
  cumulativeDrop: number
  /** True when either is above 0.10: drops too small to open a gate have added up. */
  isDrifting: boolean
  /** How many versions were given. */
  versions: number
}

/** How far a chain has come from where it was; `versions` oldest first, the current one last. Null for no versions. */
export function measureDrift(versions: readonly VersionMean[]): VersionDrift | null {
  const [first] = versions
  const current = versions.at(-1)
  if (!first || !current) return null
  const best = versions.reduce((top, candidate) => (exceeds(candidate.mean, top.mean) ? candidate : top), first)
  const dropFromBest = Math.max(0, best.mean - current.mean)
  const cumulativeDrop = first.mean - current.mean
  return {
    first,
    best,
    dropFromBest,
    cumulativeDrop,
    isDrifting: exceeds(dropFromBest, DRIFT_WARNING) || exceeds(cumulativeDrop, DRIFT_WARNING),
    versions: versions.length,
  }
}
