import type { versionStates } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { findPriorVersion } from '@/lib/engine/regression/find-prior-version'
import { servedVersion } from '@/lib/engine/regression/served-version'

export type VersionState = (typeof versionStates)[number]

/** `asked`: a gate about the version as a whole is open, or one was opened or decided because of a regression. */
export type ChainVersionRow = {
  chainId: string
  id: string
  version: string
  state: VersionState
  authorId: string | null
  hasLiveRuns: boolean
  asked: boolean
}

/** Every version of these chains, in no order. */
export function listChainVersions(
  db: Db | Tx,
  projectId: string,
  chainIds: readonly string[],
): Promise<ChainVersionRow[]> {
  return db.$queryRaw<ChainVersionRow[]>`
    SELECT v.chain_id AS "chainId", v.id, v.version, v.state, v.author_id AS "authorId",
      EXISTS (SELECT 1 FROM rollup_day r WHERE r.project_id = v.project_id AND r.version_id = v.id AND r.live_scored > 0) AS "hasLiveRuns",
      EXISTS (SELECT 1 FROM gate g WHERE g.project_id = v.project_id AND g.version_id = v.id AND g.run_id IS NULL
        AND (g.state = 'pending' OR g.kind = 'regression' OR g.evidence->>'verdict' = 'regression')) AS asked
    FROM chain_version v
    WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(${chainIds}::uuid[])`
}

const TAKEN_BACK: readonly VersionState[] = ['rolled_back', 'halted']

type Standing = Pick<ChainVersionRow, 'version' | 'state' | 'hasLiveRuns'>

/** Whether higher versions are compared with this one: it was published, not taken back, and has live runs. */
function isBaseline({ state, hasLiveRuns }: Standing): boolean {
  return state !== 'candidate' && hasLiveRuns && !TAKEN_BACK.includes(state)
}

/** What a version is compared with: the latest lower one that is a baseline; a candidate with the highest one, which serves. */
export function priorOf<T extends Standing>(
  versions: readonly T[],
  current: Pick<ChainVersionRow, 'version' | 'state'>,
): T | null {
  const baselines = versions.filter(isBaseline).map((row) => ({ ...row, isPublished: true, isRolledBack: false }))
  return current.state === 'candidate' ? servedVersion(baselines) : findPriorVersion(baselines, current.version)
}

/** As {@link priorOf}, of every version of a chain at once. `versions`: all of them, the highest first. */
export function priorsOf<T extends Standing>(versions: readonly T[]): Map<T, T | null> {
  const highest = versions.find(isBaseline) ?? null
  let below: T | null = null
  const priors = new Map<T, T | null>()
  for (const version of versions.toReversed()) {
    priors.set(version, version.state === 'candidate' ? highest : below)
    if (isBaseline(version)) below = version
  }
  return priors
}

/** What would serve if the version were in this state. */
export function servedIf(versions: readonly ChainVersionRow[], versionId: string, state: VersionState): string | null {
  return servedVersion(versions.map((row) => (row.id === versionId ? { ...row, state } : row)))?.version ?? null
}
