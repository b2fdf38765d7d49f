import { id } from '@/lib/contracts/primitives'
import { rescoreRuns as contract } from '@/lib/contracts/rescore'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { badCursor } from '../keyset-cursor'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { readPage, scorePage, storeScores } from './page'
import { claimSeries, isKnown, readDefinition } from './series'

/**
 * Rescores one page of history from its facts as a separate series. Stored data does not change; runs already in the series are skipped, so
 * that any page can be requested again.
 */
export const rescoreRuns = operation(contract, async (ctx, { series, chain, dryRun = false, cursor, ...input }) => {
  const definition = readDefinition(input)
  const chainId = chain === undefined ? null : await loadChainId(ctx, chain)
  const projectId = ctx.project.id
  if (dryRun) await isKnown(ctx.db, projectId, `series:${series}`, definition)
  else await inTransaction(ctx, (tx) => claimSeries(tx, ctx, series, definition))
  const page = await readPage(ctx.db, { projectId, chainId, series, after: readCursor(cursor) })
  const wanted = dryRun ? page.runs : page.runs.filter((run) => !run.isKnown)
  const { scores, comparison, untried } = await scorePage(ctx, wanted, definition)
  const runs = untried ? page.runs.slice(0, page.runs.indexOf(untried)) : page.runs
  const next = untried ? (runs.at(-1)?.runId ?? null) : page.next
  const known = runs.filter((run) => run.isKnown)
  if (!dryRun)
    await inTransaction(ctx, async (tx) => {
      await storeScores(tx, projectId, series, scores, ctx.now())
      if (next === null) await announce(tx, { project: projectId, topic: 'runs' })
    })
  return { ...comparison, known: known.length, total: await countRuns(ctx, chainId), next }
})

async function loadChainId(ctx: ProjectContext, name: string): Promise<string> {
  const chain = await ctx.db.chain.findUnique({
    where: { projectId_name: { projectId: ctx.project.id, name } },
    select: { id: true },
  })
  if (!chain) throw notFound('chain')
  return chain.id
}

async function countRuns(ctx: ProjectContext, chainId: string | null): Promise<number> {
  const where = { projectId: ctx.project.id, ...(chainId && { chainId }) }
  const { _sum } = await ctx.db.rollupDay.aggregate({ where, _sum: { runs: true } })
  return _sum.runs ?? 0
}

/** Parses the id at which the previous page ended. */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const parsed = id.safeParse(cursor)
  if (!parsed.success) throw badCursor()
  return parsed.data
}
