import { v7 as uuid } from 'uuid'
import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Profile } from '@/lib/contracts/primitives'
import { type QualityCriteria, qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows, type Row, typedRecordset } from '@/lib/db/rows'
import type { MeasuredRun, SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS, maxAttemptsOf } from '../configuration/levels'
import type { VersionState } from '../versions/serving'
import type { ParsedRun } from './parse'

/** What the runs of a chain version are scored by, whether the version is there or not. */
export type ScoringSettings = {
  chain: string
  version: string
  profile: Profile
  maxAttempts: number
  regressionThreshold: number
  minLiveRuns: number
  gateHours: number
  gateQuorum: number
  contract: RunInput['contract']
  criteria: QualityCriteria | undefined
  /** All that holds for the chain's runs; the numbers above are taken from it. */
  configuration: EffectiveConfiguration
}

/** Where a version is kept, and in which state it is. */
type Place = { chainId: string; versionId: string; state: VersionState }

/** A chain version with the settings its runs are scored by. */
export type VersionSettings = ScoringSettings & Place

/** A run that is being taken in: what was sent, by which settings, and what was measured. */
export type IncomingRun = ParsedRun & {
  projectId: string
  runId: string
  settings: VersionSettings
  occurredAt: Date
  receivedAt: Date
  via: string
  /** How it stood when its facts were replaced, and whether its end had come by then. */
  before?: { isSettled: boolean; flag: string | null } | undefined
  /** Counts how often this run's facts were replaced by fuller ones, from 1. */
  revision: number
  measured: MeasuredRun
  signals: SignalsInForce
  /** What evaluators said of it before it came, or since. */
  sent: Row<'signal'>[]
  /** A check that came before it let its verification through unmet. */
  isOverridden: boolean
}

/** A run that was measured, and whose version may not be there yet. */
export type MeasuredIncoming = Omit<IncomingRun, 'settings'> & { settings: ScoringSettings | VersionSettings }

type NamedVersion = { chain: string; version: string }

export const versionKey = ({ chain, version }: NamedVersion) => JSON.stringify([chain, version])

/** Whether the version was there when its settings were read. */
export function isMade(settings: ScoringSettings | VersionSettings): settings is VersionSettings {
  return 'versionId' in settings
}

type VersionRow = NamedVersion & { contract: unknown; criteria: unknown } & ChainLevels & {
    [key in keyof Place]: Place[key] | null
  }

/** The settings of every named version, in one statement that writes nothing; a version that is not there has no place. */
export async function findSettings(
  db: Db | Tx,
  projectId: string,
  named: readonly NamedVersion[],
): Promise<Map<string, ScoringSettings | VersionSettings>> {
  const wanted = new Map(named.map(({ chain, version }) => [versionKey({ chain, version }), { chain, version }]))
  const rows = await db.$queryRaw<VersionRow[]>`
    SELECT x.chain, x.version, c.id AS "chainId", v.id AS "versionId", v.state, v.contract, v.criteria, ${LEVEL_COLUMNS}
    FROM ${typedRecordset({ chain: 'text', version: 'text' }, [...wanted.values()])}
    LEFT JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    LEFT JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.chain_id = c.id AND v.version = x.version
    ${joinLevels(projectId)}`
  const ofChains = new Map<string, ReturnType<typeof configuredOf>>()
  return new Map(
    rows.map(({ chainId, versionId, state, projectConfig, chainConfig, contract, criteria, ...row }) => {
      const configured = ofChains.get(row.chain) ?? configuredOf({ projectConfig, chainConfig })
      ofChains.set(row.chain, configured)
      const settings = {
        ...row,
        ...configured,
        contract: contract === null ? undefined : outputContract.parse(contract),
        criteria: criteria === null ? undefined : qualityCriteria.parse(criteria),
      }
      const isThere = chainId !== null && versionId !== null && state !== null
      return [versionKey(row), isThere ? { ...settings, chainId, versionId, state } : settings]
    }),
  )
}

function configuredOf(levels: ChainLevels) {
  const configuration = effectiveOf(levels)
  return {
    configuration,
    profile: configuration.profile,
    maxAttempts: maxAttemptsOf(configuration),
    regressionThreshold: configuration.regression_threshold,
    minLiveRuns: configuration.min_live_runs,
    gateHours: configuration.gate_hours,
    gateQuorum: configuration.gate_quorum,
  }
}

/** The named version; made now where it is not there, on trial or as {@link makeVersions} says. */
export async function ensureVersion(
  tx: Tx,
  projectId: string,
  named: NamedVersion,
  { now, isCandidate = false }: { now: Date; isCandidate?: boolean },
): Promise<VersionSettings> {
  const read = async () => (await findSettings(tx, projectId, [named])).get(versionKey(named))
  const known = await read()
  if (known && isMade(known)) return known
  await makeVersions(tx, projectId, [named], { now, isCandidate })
  const settings = await read()
  if (!settings || !isMade(settings)) throw new Error(`no settings for ${named.chain}@${named.version}`)
  return settings
}

/**
 * Makes these versions and their chains where they are not there; of two who make the same one at once the second waits for
 * the first. A version is live, unless it is made as a candidate or somebody published one of that chain to serve: from then on
 * nothing but a publication makes a version live, so that nothing made here ever supersedes what was published.
 * @returns the ids of those that were not there
 */
async function makeVersions(
  tx: Tx,
  projectId: string,
  missing: readonly NamedVersion[],
  { now, isCandidate = false }: { now: Date; isCandidate?: boolean },
): Promise<string[]> {
  const chains = [...new Set(missing.map(({ chain }) => chain))].map((name) => ({ projectId, id: uuid(), name }))
  await tx.$executeRaw(insertRows('chain', chains, 'ORDER BY name ON CONFLICT (project_id, name) DO NOTHING'))
  const versions = missing.map(({ chain, version }) => ({ id: uuid(), chain, version }))
  const state = isCandidate
    ? Prisma.sql`'candidate'`
    : Prisma.sql`CASE WHEN ${isPublished(projectId)} THEN 'candidate' ELSE 'live' END`
  const made = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO chain_version (project_id, id, chain_id, version, state, published_at)
    SELECT c.project_id, x.id, c.id, x.version, ${state}, ${now}
    FROM ${typedRecordset({ id: 'uuid', chain: 'text', version: 'text' }, versions)}
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    ORDER BY x.chain, x.version
    ON CONFLICT (project_id, chain_id, version) DO NOTHING
    RETURNING id`
  return made.map(({ id }) => id)
}

/** Whether a version of chain `c` was ever published to serve, whatever became of it. */
const isPublished = (projectId: string) => Prisma.sql`EXISTS (
  SELECT 1 FROM chain_version p JOIN version_event e ON e.project_id = p.project_id AND e.version_id = p.id
  WHERE p.project_id = ${projectId}::uuid AND p.chain_id = c.id AND p.body_hash IS NOT NULL AND e.to_state = 'live')`

const isPlaced = (item: MeasuredIncoming): item is IncomingRun => isMade(item.settings)

/**
 * Gives every run its version, in the transaction that inserts it. Versions and chains that are not there are made, and named
 * in `made`: the caller takes back those that no run went into after all.
 */
export async function placeRuns(
  tx: Tx,
  projectId: string,
  runs: readonly MeasuredIncoming[],
  now: Date,
): Promise<{ placed: IncomingRun[]; made: string[] }> {
  if (runs.every(isPlaced)) return { placed: [...runs], made: [] }
  const named = new Map(runs.filter((item) => !isPlaced(item)).map(({ run }) => [versionKey(run), run]))
  const made = await makeVersions(tx, projectId, [...named.values()], { now })
  const found = await findSettings(tx, projectId, [...named.values()])
  const placed = runs.map((item): IncomingRun => {
    if (isPlaced(item)) return item
    const settings = found.get(versionKey(item.run))
    if (!settings || !isMade(settings)) throw new Error(`no version ${item.run.chain}@${item.run.version}`)
    const { chainId, versionId, state } = settings
    // What it was measured by stays: the configuration may have changed since.
    return { ...item, settings: { ...item.settings, chainId, versionId, state } }
  })
  return { placed, made }
}

/**
 * Removes versions, and then chains, that no run is left of, nor a count. Until its root span arrives a trace goes by the name of what did
 * arrive; nothing of that guess stays.
 */
export async function dropEmptyVersions(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const ids = Prisma.join(versionIds.map((id) => Prisma.sql`${id}::uuid`))
  const dropped = await tx.$queryRaw<{ id: string; chainId: string }[]>`
    DELETE FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id IN (${ids}) AND v.contract IS NULL AND v.criteria IS NULL
      AND v.body_hash IS NULL
      AND NOT EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.version_id = v.id)
      AND NOT EXISTS (SELECT 1 FROM rollup_day d WHERE d.project_id = ${projectId}::uuid AND d.version_id = v.id AND d.runs > 0)
      AND NOT EXISTS (SELECT 1 FROM gate g WHERE g.project_id = ${projectId}::uuid AND (g.version_id = v.id OR g.prior_version_id = v.id))
    RETURNING v.id, v.chain_id AS "chainId"`
  if (dropped.length === 0) return
  const gone = { in: dropped.map((row) => row.id) }
  await tx.rollupHour.deleteMany({ where: { projectId, versionId: gone } })
  await tx.rollupFailure.deleteMany({ where: { projectId, versionId: gone } })
  await tx.chain.deleteMany({
    where: { projectId, id: { in: dropped.map((row) => row.chainId) }, versions: { none: {} } },
  })
}
