import { listKeptScenarios as listContract, updateKeptScenario as updateContract } from '@/lib/contracts/kept-scenarios'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newestVersion } from '@/lib/engine/regression/versions'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { listChainVersions } from '../versions/serving'
import { loadChainId } from '../versions/store'
import { loadStandings } from './standing'
import { listInUse, MOST_KEPT, toViews } from './store'

export const listKeptScenarios = operation(listContract, async (ctx, { chain, retired }) => {
  const projectId = ctx.project.id
  const chainId = await loadChainId(ctx.db, projectId, chain)
  const newest = newestVersion(await listChainVersions(ctx.db, projectId, [chainId]))
  const rows = retired
    ? await ctx.db.keptScenario.findMany({
        where: { projectId, chainId, retiredAt: { not: null } },
        orderBy: [{ retiredAt: 'desc' }, { id: 'desc' }],
        take: MOST_KEPT,
      })
    : (await listInUse(ctx.db, projectId, chainId)).toReversed()
  const standings = retired || !newest ? [] : await loadStandings(ctx.db, { projectId, chainId, versionId: newest.id })
  const standingOf = new Map(standings.map((standing) => [standing.id, standing]))
  const views = await toViews(ctx.db, projectId, rows)
  const place = new Map(standings.map(({ id }, index) => [id, index]))
  return {
    version: newest?.version ?? null,
    scenarios: views
      .map((view) => ({ ...view, standing: standingOf.get(view.id) ?? null }))
      .toSorted((a, b) => (place.get(a.id) ?? MOST_KEPT) - (place.get(b.id) ?? MOST_KEPT)),
    retired: await ctx.db.keptScenario.count({ where: { projectId, chainId, retiredAt: { not: null } } }),
  }
})

export const updateKeptScenario = operation(updateContract, async (ctx, { chain, scenarioId, name, retired }) => {
  const projectId = ctx.project.id
  const chainId = await loadChainId(ctx.db, projectId, chain)
  const key = { projectId, chainId, id: scenarioId }
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${projectId}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
    const before = await tx.keptScenario.findUnique({ where: { projectId_chainId_id: key } })
    if (!before) throw notFound('kept scenario')
    const wasRetired = before.retiredAt !== null
    const isRetired = retired ?? wasRetired
    if (wasRetired && !isRetired) await refuseTooMany(tx, projectId, chainId)
    const row = await tx.keptScenario.update({
      where: { projectId_chainId_id: key },
      data: {
        ...(name !== undefined && { name }),
        ...(isRetired !== wasRetired && {
          retiredAt: isRetired ? ctx.now() : null,
          retiredBy: isRetired ? actorName(ctx.actor) : null,
        }),
      },
    })
    const facts = (of: typeof row) => ({ name: of.name, retired: of.retiredAt !== null })
    await audit(tx, ctx, 'scenario.updated', `scenario:${scenarioId}`, facts(before), facts(row))
    await announce(tx, { project: projectId, topic: 'chains' }, { project: projectId, topic: 'run', id: row.runId })
    const [scenario] = await toViews(tx, projectId, [row])
    if (!scenario) throw notFound('kept scenario')
    return { scenario }
  })
})

async function refuseTooMany(tx: Tx, projectId: string, chainId: string): Promise<void> {
  const kept = await tx.keptScenario.count({ where: { projectId, chainId, retiredAt: null } })
  if (kept >= MOST_KEPT)
    throw new AppError('conflict', `${MOST_KEPT} scenarios of this chain are kept already: retire one first`)
}
