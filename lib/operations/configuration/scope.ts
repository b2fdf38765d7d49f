import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import type { Db, Tx } from '@/lib/db/client'
import { notFound } from '../errors'
import { DEFAULT_CONFIGURATION, loadLevels, maxAttemptsOf, mergeConfiguration, PROJECT_SCOPE } from './levels'

/** The level of a configuration: the project or one of its chains. */
export type ConfigurationScope = { scope: string; chainId: string | undefined; chain: string | null }

/** @throws not_found if the project has no chain of that name */
export async function loadScope(
  db: Db | Tx,
  projectId: string,
  chain: string | undefined,
): Promise<ConfigurationScope> {
  if (chain === undefined) return { scope: PROJECT_SCOPE, chainId: undefined, chain: null }
  const row = await db.chain.findUnique({
    where: { projectId_name: { projectId, name: chain } },
    select: { id: true },
  })
  if (!row) throw notFound('chain')
  return { scope: row.id, chainId: row.id, chain }
}

/** Returns a level with its own, inherited and effective values, and who set it last. */
export async function loadView(
  db: Db | Tx,
  projectId: string,
  { scope, chainId, chain }: ConfigurationScope,
): Promise<ConfigurationView> {
  const levels = await loadLevels(db, projectId, chainId)
  const { number, config: own } = chainId === undefined ? levels.project : levels.chain
  const inherited =
    chainId === undefined ? DEFAULT_CONFIGURATION : mergeConfiguration(DEFAULT_CONFIGURATION, levels.project.config)
  const effective = mergeConfiguration(inherited, own)
  const version = await db.configVersion.findUnique({
    where: { projectId_scope_number: { projectId, scope, number } },
    select: { at: true, by: true, comment: true },
  })
  return {
    chain,
    number,
    at: version?.at.toISOString() ?? null,
    by: version?.by ?? null,
    comment: version?.comment ?? null,
    own,
    project: levels.project.config,
    inherited,
    effective,
    maxAttempts: maxAttemptsOf(effective),
  }
}
