import { exceeds } from '@/lib/engine/tolerance'

/** Small drops that add up to more than this deserve a warning. */
export const DRIFT_WARNING = 0.1

/** Mean score of one version, 0 to 1. */
interface VersionMean {
  version: string
  mean: number
  /** The factors that it and the current version were measured on, where these were not the same. */
  comparedOn?: string[]
}

/** `drop`: how much higher a version was than the current one on `comparedOn`; the difference of the means where left out. */
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
  /** True when either is above 0.10: drops too small to open a gate have added up. */
  isDrifting: boolean
  /** How many versions were given. */
  versions: number
}

/** How far a chain has come from where it was, each version held against the current one by what both were measured on; `versions` oldest first, the current one last. Null for no versions. */
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
