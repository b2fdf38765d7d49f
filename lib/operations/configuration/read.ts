import { configuration } from '@/lib/contracts/configuration'
import {
  type ConfigurationView,
  getConfiguration as getConfigurationContract,
  listConfigurationVersions as listConfigurationVersionsContract,
} from '@/lib/contracts/configuration-requests'
import type { Db, Tx } from '@/lib/db/client'
import { diffLeaves } from '@/lib/engine/json/diff'
import { notFound } from '../errors'
import { operation } from '../operation'
import { DEFAULT_CONFIGURATION, loadLevels, maxAttemptsOf, mergeConfiguration, PROJECT_SCOPE } from './levels'

export const getConfiguration = operation(getConfigurationContract, async (ctx, { chain }) => ({
  configuration: await loadView(ctx.db, ctx.project.id, await loadScope(ctx.db, ctx.project.id, chain)),
}))

export const listConfigurationVersions = operation(
  listConfigurationVersionsContract,
  async (ctx, { chain, before, limit }) => {
    const projectId = ctx.project.id
    const { scope } = await loadScope(ctx.db, projectId, chain)
    // One row more than shown: the last version needs its predecessor for its changes.
    const rows = await ctx.db.configVersion.findMany({
      where: { projectId, scope, ...(before !== undefined && { number: { lt: before } }) },
      orderBy: { number: 'desc' },
      take: limit + 1,
    })
    const versions = rows.slice(0, limit).map(({ number, by, at, comment, config }, index) => ({
      number,
      by,
      at: at.toISOString(),
      comment,
      config: configuration.parse(config),
      changes: diffLeaves(rows[index + 1]?.config ?? {}, config),
    }))
    return { versions, next: rows.length > limit ? (versions.at(-1)?.number ?? null) : null }
  },
)

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
