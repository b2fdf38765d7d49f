import { compareVersions } from '@/lib/engine/regression/compare-versions'

/** A version as the choice of what serves sees it. */
export interface ServableVersion {
  version: string
  state: string
}

/**
 * The version a chain serves: the highest one that is live, null where none is. There is no pointer to move: rolling back
 * or halting a version is what lets the one below it serve.
 */
export function servedVersion<T extends ServableVersion>(versions: readonly T[]): T | null {
  return highest(versions.filter(({ state }) => state === 'live'))
}

/**
 * The version a chain is judged by: the highest that is no candidate, whatever became of it; the highest candidate where there
 * is nothing else, null where there is nothing.
 */
export function newestVersion<T extends ServableVersion>(versions: readonly T[]): T | null {
  return highest(versions.filter(({ state }) => state !== 'candidate')) ?? highest(versions)
}

function highest<T extends ServableVersion>(versions: readonly T[]): T | null {
  return versions.reduce<T | null>(
    (best, version) => (best && compareVersions(best.version, version.version) >= 0 ? best : version),
    null,
  )
}
