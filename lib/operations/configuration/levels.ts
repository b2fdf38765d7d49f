import {
  type Configuration,
  configuration,
  type EffectiveConfiguration,
  effectiveConfiguration,
} from '@/lib/contracts/configuration'
import { isRecord } from '@/lib/contracts/is-record'
import { validationRules } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/score-confidence'
import { GAFF_THRESHOLD, GAFF_WEIGHTS } from '@/lib/engine/quality-check/gaff-profile'
import { REGRESSION_THRESHOLD } from '@/lib/engine/regression/detect-regression'
import { TRACE_WEIGHTS } from '@/lib/engine/trace/score-trace'

export const PROJECT_SCOPE = 'project'

/** The newest version of one scope; number 0 if nothing was ever set. */
export type StoredConfiguration = { number: number; config: Configuration }

const NOTHING: StoredConfiguration = { number: 0, config: {} }

/** Returns the effective configuration of a project or chain: the defaults, overlaid by the project's values, then by the chain's. */
export async function loadEffectiveConfiguration(
  db: Db | Tx,
  projectId: string,
  chainId?: string,
): Promise<EffectiveConfiguration> {
  const { project, chain } = await loadLevels(db, projectId, chainId)
  return mergeConfiguration(DEFAULT_CONFIGURATION, project.config, chain.config)
}

/** Returns the newest version of the project's configuration and of the chain's. */
export async function loadLevels(
  db: Db | Tx,
  projectId: string,
  chainId?: string,
): Promise<{ project: StoredConfiguration; chain: StoredConfiguration }> {
  const scopes = chainId === undefined ? [PROJECT_SCOPE] : [PROJECT_SCOPE, chainId]
  const rows = await db.$queryRaw<{ scope: string; number: number; config: unknown }[]>`
    SELECT DISTINCT ON (scope) scope, number, config FROM config_version
    WHERE project_id = ${projectId}::uuid AND scope = ANY(${scopes}) ORDER BY scope, number DESC`
  const levelOf = (scope: string | undefined) => {
    const row = rows.find((candidate) => candidate.scope === scope)
    return row ? { number: row.number, config: configuration.parse(row.config) } : NOTHING
  }
  return { project: levelOf(PROJECT_SCOPE), chain: levelOf(chainId) }
}

/** The columns of {@link LEVEL_COLUMNS}; null if a level was never set. */
export type ChainLevels = { projectConfig: unknown; chainConfig: unknown }

export const LEVEL_COLUMNS = Prisma.sql`pc.config AS "projectConfig", cc.config AS "chainConfig"`

/** The project's newest configuration as one value; null if none was ever set. */
export const selectProjectConfig = (projectId: string) => Prisma.sql`(
  SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = ${PROJECT_SCOPE} ORDER BY number DESC LIMIT 1)`

/**
 * Joins the newest configuration of the project and of the chain to each row of `chain c`, one index lookup each. Without a chain from an
 * outer join, only the project's is joined.
 */
export function joinLevels(projectId: string): Prisma.Sql {
  return Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = ${PROJECT_SCOPE}
    ORDER BY number DESC LIMIT 1) pc ON true
  LEFT JOIN LATERAL (
    SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = c.id::text
    ORDER BY number DESC LIMIT 1) cc ON true`
}

/** Returns the effective configuration of a row with {@link LEVEL_COLUMNS}. */
export function effectiveOf({ projectConfig, chainConfig }: ChainLevels): EffectiveConfiguration {
  const levels = [projectConfig, chainConfig].filter((level) => level !== null)
  return mergeConfiguration(DEFAULT_CONFIGURATION, ...levels.map((level) => configuration.parse(level)))
}

/** {@link effectiveOf} for the rows of one statement, most of which have the same levels: what is the same is merged once. */
export function mergeOnce(): (levels: ChainLevels) => EffectiveConfiguration {
  const merged = new Map<string, EffectiveConfiguration>()
  return ({ projectConfig, chainConfig }) => {
    const key = JSON.stringify([projectConfig, chainConfig])
    const known = merged.get(key) ?? effectiveOf({ projectConfig, chainConfig })
    merged.set(key, known)
    return known
  }
}

type Weights = 'confidence_weights' | 'stratt_weights'
type WeightsOfChains<Name extends Weights> = {
  project: EffectiveConfiguration[Name]
  chains: Map<string, EffectiveConfiguration[Name]>
}

/** Returns the configured weights of this name: those of the project, and by chain id those of the chains with their own. */
export async function loadWeights<Name extends Weights>(
  db: Db | Tx,
  projectId: string,
  name: Name,
): Promise<WeightsOfChains<Name>> {
  const rows = await db.$queryRaw<{ scope: string; config: unknown }[]>`
    SELECT DISTINCT ON (scope) scope, config FROM config_version
    WHERE project_id = ${projectId}::uuid ORDER BY scope, number DESC`
  const levels = new Map(rows.map(({ scope, config }) => [scope, configuration.parse(config)]))
  const project = levels.get(PROJECT_SCOPE) ?? {}
  const weightsOf = (...above: readonly Configuration[]) =>
    mergeConfiguration(DEFAULT_CONFIGURATION, project, ...above)[name]
  const chains = [...levels].flatMap(([scope, own]) =>
    scope === PROJECT_SCOPE || own[name] === undefined ? [] : [[scope, weightsOf(own)] as const],
  )
  return { project: weightsOf(), chains: new Map(chains) }
}

type Json = Record<string, unknown>

/** Overlays `base` with each level, later levels last; objects are merged key by key, lists are replaced. */
export function mergeConfiguration(
  base: EffectiveConfiguration,
  ...levels: readonly Configuration[]
): EffectiveConfiguration {
  return effectiveConfiguration.parse(levels.reduce<Json>((merged, level) => overlay(merged, level), base))
}

function overlay(base: Json, level: Json): Json {
  const merged = { ...base }
  for (const [key, value] of Object.entries(level)) {
    if (value === undefined) continue
    const below = merged[key]
    merged[key] = isRecord(value) && isRecord(below) ? overlay(below, value) : value
  }
  return merged
}

/** Returns the number of attempts: the first and its reruns, or one if automatic reruns are off. */
export function maxAttemptsOf({ quality_assurance }: EffectiveConfiguration): number {
  return quality_assurance.auto_rerun_on_failure ? quality_assurance.max_rerun_attempts + 1 : 1
}

/** The values that apply when neither chain nor project sets them, as published in the sources. */
export const DEFAULT_CONFIGURATION: EffectiveConfiguration = {
  quality_assurance: {
    enabled: true,
    auto_rerun_on_failure: true,
    quality_threshold: GAFF_THRESHOLD,
    max_rerun_attempts: 2,
    validation_rules: [...validationRules],
    scoring_weights: { ...GAFF_WEIGHTS },
    rerun_strategies: {
      partial: 'Rerun only failed nodes',
      full: 'Rerun entire workflow',
      adaptive: 'Intelligently decide based on failure type',
    },
    default_strategy: 'adaptive',
  },
  stratt_weights: { ...TRACE_WEIGHTS },
  efficiency_reference: 1,
  confidence_weights: { ...CONFIDENCE_WEIGHTS },
  quality_gate: { quality_threshold: 3, foundation_min_dependents: 3, requires_tool_calls: {} },
  verification: { max_attempts: 2, compilation_max_attempts: 8 },
  dependents: { threshold: null },
  judge: {
    enabled: true,
    daily_cap_usd: 5,
    input_usd_per_million: 0,
    output_usd_per_million: 0,
    timeout_seconds: 30,
    retries: 2,
    breaker_rejections: 5,
    cool_down_seconds: 300,
  },
  thinking: { max_thoughts: 1000 },
  dead_letters: { max_attempts: 3 },
  learning: { enabled: true },
  review: { audit_share: 0.05, second_share: 0, blind: true, sent_labels: true },
  profile: 'stratt',
  regression_threshold: REGRESSION_THRESHOLD,
  min_live_runs: 3,
  gate_hours: 24,
  gate_quorum: 1,
}

/**
 * Returns the configuration that was in force when each of these runs arrived, by run id. Runs are scored by it, whatever was configured
 * later.
 */
export async function findConfigurationsAtArrival(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, EffectiveConfiguration>> {
  const rows = await db.$queryRaw<(ChainLevels & { runIds: string[] })[]>`
    SELECT array_agg(r.id) AS "runIds", pc.config AS "projectConfig", cc.config AS "chainConfig" FROM run r
    LEFT JOIN LATERAL (
      SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = ${PROJECT_SCOPE} AND at <= r.received_at
      ORDER BY number DESC LIMIT 1) pc ON true
    LEFT JOIN LATERAL (
      SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = r.chain_id::text AND at <= r.received_at
      ORDER BY number DESC LIMIT 1) cc ON true
    WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${runIds}::uuid[])
    GROUP BY pc.config, cc.config`
  return new Map(
    rows.flatMap(({ runIds: ids, ...levels }) => {
      const configuration = effectiveOf(levels)
      return ids.map((id) => [id, configuration] as const)
    }),
  )
}
