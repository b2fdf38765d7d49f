import { type Configuration, configuration, type EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Db, Tx } from '@/lib/db/client'
import { DEFAULT_CONFIGURATION } from './default-configuration'
import { mergeConfiguration } from './merge-configuration'

export const PROJECT_SCOPE = 'project'

/** What is in force of one scope; number 0 where nothing was ever set. */
export type StoredConfiguration = { number: number; config: Configuration }

const NOTHING: StoredConfiguration = { number: 0, config: {} }

/** Every value that holds for a project, or for one chain of it: defaults, the project's over them, the chain's over those. */
export async function effectiveConfiguration(
  db: Db | Tx,
  projectId: string,
  chainId?: string,
): Promise<EffectiveConfiguration> {
  const { project, chain } = await loadLevels(db, projectId, chainId)
  return mergeConfiguration(DEFAULT_CONFIGURATION, project.config, chain.config)
}

/** The newest version of the project's configuration and of the chain's. */
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
