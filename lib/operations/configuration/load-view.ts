import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import type { Db, Tx } from '@/lib/db/client'
import { DEFAULT_CONFIGURATION } from './default-configuration'
import { loadLevels } from './effective-configuration'
import type { ConfigurationScope } from './find-scope'
import { maxAttemptsOf, mergeConfiguration } from './merge-configuration'

/** A level with what it sets, what it inherits, what holds, and who set it last. */
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
