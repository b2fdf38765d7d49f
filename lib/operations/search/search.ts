import type { FailureGroup } from '@/lib/contracts/failures'
import type { GateRow } from '@/lib/contracts/gates'
import { searchEverything as contract } from '@/lib/contracts/search'
import { Prisma } from '@/lib/db/generated/client'
import { findBlindSubjects, shownGates } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { hasWords, naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { stepNames, withPlaces } from '../rollups/failure-places'
import { findRunId } from '../runs/find'
import { selectRuns } from '../runs/list'

/** Results per kind. */
const SHOWN = 5
/** Only this many of the latest are searched, since their text is not indexed: what some 100 ms allow. */
const LOOKED_THROUGH = { gates: 20_000, failures: 10_000 }

/** Searches runs by their id and text, and other objects by their names, latest first. */
export const searchEverything = operation(contract, async (ctx, { text }) => {
  const latest = { sort: 'newest', limit: SHOWN, cursor: undefined } as const
  const [named, found, gates, chains, failures] = await Promise.all([
    findRunId(ctx.db, ctx.project.id, text.trim()),
    selectRuns(ctx, { text }, latest),
    findGates(ctx, text),
    findChains(ctx, text),
    findFailures(ctx, text),
  ])
  const own = named === null ? [] : (await selectRuns(ctx, { ids: [named] }, latest)).runs
  const runs = [...own, ...found.runs.filter(({ id }) => id !== named)].slice(0, SHOWN)
  return { named, runs, gates, chains, failures }
})

async function findGates(ctx: ProjectContext, text: string) {
  const shown = shownGates(ctx, await findBlindSubjects(ctx))
  return ctx.db.$queryRaw<Pick<GateRow, 'id' | 'title' | 'state'>[]>`
    SELECT g.id, g.title, g.state FROM (
      SELECT id, title, state, opened_at FROM gate g
      WHERE ${Prisma.join([Prisma.sql`project_id = ${ctx.project.id}::uuid`, ...shown], ' AND ')}
      ORDER BY opened_at DESC, id DESC LIMIT ${LOOKED_THROUGH.gates}) g
    WHERE ${hasWords(Prisma.sql`g.title`, text)} ORDER BY g.state <> 'pending', g.opened_at DESC LIMIT ${SHOWN}`
}

function findChains(ctx: ProjectContext, text: string) {
  return ctx.db.$queryRaw<{ name: string }[]>`
    SELECT c.name FROM chain c WHERE c.project_id = ${ctx.project.id}::uuid AND ${hasWords(Prisma.sql`c.name`, text)}
    ORDER BY length(c.name), ${naturalPlace(Prisma.sql`c.name`)} LIMIT ${SHOWN}`
}

type FoundFailure = Pick<FailureGroup, 'fingerprint' | 'node' | 'failureClass' | 'template' | 'code' | 'roots'>

async function findFailures(ctx: ProjectContext, text: string) {
  const found = await ctx.db.$queryRaw<FoundFailure[]>`
    SELECT g.fingerprint, g.node, g.failure_class AS "failureClass", left(g.template, 200) AS template, g.code, g.roots FROM (
      SELECT * FROM failure_group WHERE project_id = ${ctx.project.id}::uuid ORDER BY last_seen_at DESC LIMIT ${LOOKED_THROUGH.failures}) g
    WHERE ${hasWords(Prisma.sql`concat_ws(' ', g.node, ${stepNames(ctx.project.id)}, g.template, replace(g.failure_class, '_', ' '))`, text)}
    ORDER BY g.last_seen_at DESC LIMIT ${SHOWN}`
  return withPlaces(ctx.db, ctx.project.id, found)
}
