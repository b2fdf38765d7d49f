import { configuration } from '@/lib/contracts/configuration'
import {
  getConfiguration as getConfigurationContract,
  listConfigurationVersions as listConfigurationVersionsContract,
} from '@/lib/contracts/configuration-requests'
import { diffLeaves } from '@/lib/engine/json/diff'
import { operation } from '../operation'
import { loadScope, loadView } from './scope'

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
