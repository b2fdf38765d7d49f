import {
  type Configuration,
  chainSettings,
  configuration,
  type EffectiveConfiguration,
  NOT_ALL_ZERO,
} from '@/lib/contracts/configuration'
import type { Db, Tx } from '@/lib/db/client'
import { type InputIssue, invalidInput } from '../errors'
import { DEFAULT_CONFIGURATION } from './default-configuration'
import { loadLevels, PROJECT_SCOPE } from './effective-configuration'
import type { ConfigurationScope } from './find-scope'
import { mergeConfiguration } from './merge-configuration'

/**
 * Refuses what each level allows by itself and the levels together do not: settings of a chain on the project, and weights
 * that are all zero once merged, for this level or for a chain above it.
 * @throws invalid_input naming the field
 */
export async function assertUsable(
  tx: Db | Tx,
  projectId: string,
  { chainId }: ConfigurationScope,
  proposed: Configuration,
): Promise<void> {
  if (chainId !== undefined) {
    const { project } = await loadLevels(tx, projectId)
    return refuse(issuesOf(mergeConfiguration(DEFAULT_CONFIGURATION, project.config, proposed), ''))
  }
  const foreign = Object.keys(proposed).filter((key) => Object.hasOwn(chainSettings.shape, key))
  refuse(foreign.map((key) => ({ path: `config.${key}`, message: 'is set for one chain: name the chain' })))
  const base = mergeConfiguration(DEFAULT_CONFIGURATION, proposed)
  refuse(issuesOf(base, ''))
  const chains = await loadChainConfigurations(tx, projectId)
  refuse(
    chains.flatMap(({ chain, config }) => issuesOf(mergeConfiguration(base, config), ` together with chain ${chain}`)),
  )
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues)
}

function issuesOf(effective: EffectiveConfiguration, where: string): InputIssue[] {
  const groups = {
    'quality_assurance.scoring_weights': effective.quality_assurance.scoring_weights,
    stratt_weights: effective.stratt_weights,
    confidence_weights: effective.confidence_weights,
  }
  return Object.entries(groups)
    .filter(([, weights]) => Object.values(weights).every((weight) => weight === 0))
    .map(([path]) => ({ path: `config.${path}`, message: `${NOT_ALL_ZERO}${where}` }))
}

async function loadChainConfigurations(
  tx: Db | Tx,
  projectId: string,
): Promise<{ chain: string; config: Configuration }[]> {
  const rows = await tx.$queryRaw<{ chain: string; config: unknown }[]>`
    SELECT c.name AS chain, v.config FROM (
      SELECT DISTINCT ON (scope) scope, config FROM config_version
      WHERE project_id = ${projectId}::uuid AND scope <> ${PROJECT_SCOPE} ORDER BY scope, number DESC) v
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = v.scope::uuid ORDER BY c.name`
  return rows.map((row) => ({ chain: row.chain, config: configuration.parse(row.config) }))
}
