import { compareVersions } from '@/lib/engine/regression/compare-versions'

/** What the choice of a baseline needs to know of a version. */
export interface VersionStanding {
  version: string | null
  isPublished: boolean
  isRolledBack: boolean
}

/** The highest version below `current` that was published and not rolled back, null where there is none. */
export function findPriorVersion<T extends VersionStanding>(versions: readonly T[], current: string | null): T | null {
  return versions
    .filter(({ version, isPublished, isRolledBack }) => {
      return isPublished && !isRolledBack && compareVersions(version, current) < 0
    })
    .reduce<T | null>(
      (best, candidate) => (best && compareVersions(best.version, candidate.version) > 0 ? best : candidate),
      null,
    )
}
