import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Profile } from '@/lib/contracts/primitives'
import { type QualityCriteria, qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../../configuration/levels-of-chains'
import { maxAttemptsOf } from '../../configuration/merge-configuration'
import type { VersionState } from '../../gates/chain-versions'

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

export type NamedVersion = { chain: string; version: string }

export const versionKey = ({ chain, version }: NamedVersion) => JSON.stringify([chain, version])

/** Whether the version was there when its settings were read. */
export function isMade(settings: ScoringSettings | VersionSettings): settings is VersionSettings {
  return 'versionId' in settings
}

type Row = NamedVersion & { contract: unknown; criteria: unknown } & ChainLevels & {
    [key in keyof Place]: Place[key] | null
  }

/** The settings of every named version, in one statement that writes nothing; a version that is not there has no place. */
export async function findSettings(
  db: Db | Tx,
  projectId: string,
  named: readonly NamedVersion[],
): Promise<Map<string, ScoringSettings | VersionSettings>> {
  const wanted = new Map(named.map(({ chain, version }) => [versionKey({ chain, version }), { chain, version }]))
  const rows = await db.$queryRaw<Row[]>`
    SELECT x.chain, x.version, c.id AS "chainId", v.id AS "versionId", v.state, v.contract, v.criteria, ${LEVEL_COLUMNS}
    FROM jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) AS x(chain text, version text)
    LEFT JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    LEFT JOIN chain_version v ON v.project_id = c.project_id AND v.chain_id = c.id AND v.version = x.version
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
