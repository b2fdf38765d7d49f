import { v7 as uuid } from 'uuid'
import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Profile } from '@/lib/contracts/primitives'
import { type QualityCriteria, qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { type ChainLevels, effectiveOf, JOIN_LEVELS, LEVEL_COLUMNS } from '../../configuration/levels-of-chains'
import { maxAttemptsOf } from '../../configuration/merge-configuration'
import type { VersionState } from '../../gates/chain-versions'
import { cancelOvertaken } from '../../trials/cancel-trials'

/** A chain version with the settings its runs are scored by. */
export type VersionSettings = {
  chainId: string
  versionId: string
  chain: string
  version: string
  state: VersionState
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

type Named = { chain: string; version: string }

export const versionKey = (named: Named) => JSON.stringify([named.chain, named.version])

/** The settings of every named version; chains and versions seen for the first time are made, and are live unless told otherwise. */
export async function ensureVersions(
  tx: Tx,
  projectId: string,
  named: readonly Named[],
  now: Date,
  state: VersionState = 'live',
): Promise<Map<string, VersionSettings>> {
  const wanted = new Map(named.map((item) => [versionKey(item), { chain: item.chain, version: item.version }]))
  const known = await findVersions(tx, projectId, [...wanted.values()])
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, item]) => item)
  if (missing.length === 0) return known
  await createVersions(tx, projectId, missing, { now, state })
  const made = await findVersions(tx, projectId, [...wanted.values()])
  if (state === 'live') {
    const chainIds = missing.flatMap((item) => made.get(versionKey(item))?.chainId ?? [])
    await cancelOvertaken(tx, projectId, [...new Set(chainIds)], now)
  }
  return made
}

async function createVersions(
  tx: Tx,
  projectId: string,
  missing: readonly Named[],
  { now, state }: { now: Date; state: VersionState },
): Promise<void> {
  const chains = [...new Set(missing.map((item) => item.chain))]
    .sort()
    .map((name) => ({ project_id: projectId, id: uuid(), name }))
  await tx.$executeRaw(
    insertRows(
      'chain',
      { project_id: 'uuid', id: 'uuid', name: 'text' },
      chains,
      'ON CONFLICT (project_id, name) DO NOTHING',
    ),
  )
  const versions = missing
    .map((item) => ({ id: uuid(), ...item }))
    .sort((a, b) => (versionKey(a) < versionKey(b) ? -1 : 1))
  await tx.$executeRaw`
    INSERT INTO chain_version (project_id, id, chain_id, version, state, published_at)
    SELECT c.project_id, x.id, c.id, x.version, ${state}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) AS x(id uuid, chain text, version text)
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    ON CONFLICT (project_id, chain_id, version) DO NOTHING`
}

type VersionRow = Pick<VersionSettings, 'chainId' | 'versionId' | 'chain' | 'version' | 'state'> & {
  contract: unknown
  criteria: unknown
} & ChainLevels

async function findVersions(
  tx: Tx,
  projectId: string,
  wanted: readonly Named[],
): Promise<Map<string, VersionSettings>> {
  const rows = await tx.$queryRaw<VersionRow[]>`
    SELECT c.id AS "chainId", v.id AS "versionId", c.name AS chain, v.version, v.state, v.contract, v.criteria,
      ${LEVEL_COLUMNS}
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS x(chain text, version text)
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    JOIN chain_version v ON v.project_id = c.project_id AND v.chain_id = c.id AND v.version = x.version
    ${JOIN_LEVELS}`
  const ofChains = new Map<string, ReturnType<typeof toSettings>>()
  return new Map(
    rows.map(({ projectConfig, chainConfig, ...row }) => {
      const settings = ofChains.get(row.chainId) ?? toSettings({ projectConfig, chainConfig })
      ofChains.set(row.chainId, settings)
      return [
        versionKey(row),
        {
          ...row,
          ...settings,
          contract: row.contract === null ? undefined : outputContract.parse(row.contract),
          criteria: row.criteria === null ? undefined : qualityCriteria.parse(row.criteria),
        },
      ]
    }),
  )
}

function toSettings(levels: ChainLevels) {
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
