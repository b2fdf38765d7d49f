import { v7 as uuid } from 'uuid'
import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Profile } from '@/lib/contracts/primitives'
import { type QualityCriteria, qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows, type Row, typedRecordset } from '@/lib/db/rows'
import type { EffectiveSignals, MeasuredRun } from '@/lib/engine/scoring/scored-run'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS, maxAttemptsOf } from '../configuration/levels'
import { noteChangedChains } from '../rollups/changed-chains'
import type { VersionState } from '../versions/serving'
import { holdChains, type NamedVersion, versionKey } from './empty-versions'
import type { ParsedRun } from './parse'

/** What the runs of a chain version are scored by; also available for a version that does not exist yet. */
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
  /** The chain's effective configuration, from which the numbers above are taken. */
  configuration: EffectiveConfiguration
}

/** The ids of a version and its chain, and its state. */
type Place = { chainId: string; versionId: string; state: VersionState }

/** An existing chain version with its scoring settings. */
export type VersionSettings = ScoringSettings & Place

/** A run during ingestion: its input, settings and measurements. */
export type IncomingRun = ParsedRun & {
  projectId: string
  runId: string
  settings: VersionSettings
  occurredAt: Date
  receivedAt: Date
  via: string
  /** Whether the run had ended, and its flag, before its facts were replaced. */
  before?: { isSettled: boolean; flag: string | null } | undefined
  /** Counts how often this run was stored with more facts, from 1. */
  revision: number
  measured: MeasuredRun
  signals: EffectiveSignals
  /** Signals sent separately from the run, before or after it. */
  sent: Row<'signal'>[]
  /** An earlier check recorded an override for it. */
  isOverridden: boolean
}

/** A measured run whose version may not exist yet. */
export type MeasuredIncoming = Omit<IncomingRun, 'settings'> & { settings: ScoringSettings | VersionSettings }

export const isPlaced = (item: MeasuredIncoming): item is IncomingRun => isMade(item.settings)

/** Whether the version existed when its settings were read. */
export function isMade(settings: ScoringSettings | VersionSettings): settings is VersionSettings {
  return 'versionId' in settings
}

type VersionRow = NamedVersion & { contract: unknown; criteria: unknown } & ChainLevels & {
    [key in keyof Place]: Place[key] | null
  }

/** Loads the settings of every named version in one read-only statement; a missing version has no ids. */
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

/** Returns the named version, creating it if it is missing: as a candidate, or in the state that {@link makeVersions} chooses. */
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
  noteChangedChains(tx, projectId, [settings.chainId])
  return settings
}

/**
 * Creates missing versions and their chains; a concurrent creator of the same one waits. New versions are live, unless created
 * as a candidate or the chain has ever had a version published to serve: from then on only publishing makes a version live, so
 * that ingestion never supersedes a published version.
 * @returns ids of the versions that were created
 */
async function makeVersions(
  tx: Tx,
  projectId: string,
  missing: readonly NamedVersion[],
  { now, isCandidate = false }: { now: Date; isCandidate?: boolean },
): Promise<string[]> {
  const names = [...new Set(missing.map(({ chain }) => chain))]
  await holdChains(tx, projectId, names)
  const chains = names.map((name) => ({ projectId, id: uuid(), name }))
  await tx.$executeRaw(insertRows('chain', chains, 'ORDER BY name ON CONFLICT (project_id, name) DO NOTHING'))
  const versions = missing.map(({ chain, version }) => ({ id: uuid(), chain, version }))
  const state = isCandidate
    ? Prisma.sql`'candidate'`
    : Prisma.sql`CASE WHEN ${isPublished(projectId)} THEN 'candidate' ELSE 'live' END`
  const made = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO chain_version (project_id, id, chain_id, version, state, published_at, known_at)
    SELECT c.project_id, x.id, c.id, x.version, ${state}, ${now}, ${now}
    FROM ${typedRecordset({ id: 'uuid', chain: 'text', version: 'text' }, versions)}
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    ORDER BY x.chain, x.version
    ON CONFLICT (project_id, chain_id, version) DO NOTHING
    RETURNING id`
  return made.map(({ id }) => id)
}

/** Whether any version of chain `c` was ever published to serve, whatever its state now. */
const isPublished = (projectId: string) => Prisma.sql`EXISTS (
  SELECT 1 FROM chain_version p JOIN version_event e ON e.project_id = p.project_id AND e.version_id = p.id
  WHERE p.project_id = ${projectId}::uuid AND p.chain_id = c.id AND p.body_hash IS NOT NULL AND e.to_state = 'live')`

/**
 * Resolves every run's version in the transaction that inserts the run. Missing versions and chains are created and returned in
 * `made`; the caller deletes those that got no run.
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
    // Keeps the settings it was measured by, since the configuration may have changed since.
    return { ...item, settings: { ...item.settings, chainId, versionId, state } }
  })
  return { placed, made }
}

/** The runs, with those whose version is gone placed again by {@link placeRuns}. */
export async function placeAgain(
  tx: Tx,
  projectId: string,
  runs: readonly IncomingRun[],
  { gone, now }: { gone: ReadonlySet<string>; now: Date },
): Promise<IncomingRun[]> {
  if (gone.size === 0) return [...runs]
  const some = runs.map((item) => (gone.has(item.settings.versionId) ? toUnplaced(item) : item))
  return (await placeRuns(tx, projectId, some, now)).placed
}

function toUnplaced({ settings: { chainId: _, versionId: __, state: ___, ...settings }, ...item }: IncomingRun) {
  return { ...item, settings }
}
