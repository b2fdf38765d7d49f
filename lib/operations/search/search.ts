import type { FailureGroup } from '@/lib/contracts/failures'
import { searchEverything as contract } from '@/lib/contracts/search'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { selectRuns } from '../runs/list'

/** Results per kind. */
const SHOWN = 5
/** Only this many of the latest failures and gates are searched: their text is not indexed. */
const LOOKED_THROUGH = 2000

/** Searches runs by their text and other objects by their names, latest first. */
export const searchEverything = operation(contract, async (ctx, { text }) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [{ runs }, gates, chains, failures] = await Promise.all([
    selectRuns(ctx, { text }, { sort: 'newest', limit: SHOWN, cursor: undefined }),
    findGates(ctx, words),
    findChains(ctx, words),
    findFailures(ctx, words),
  ])
  return { runs, gates, chains, failures }
})

/** SQL that is true if a text contains all of the words, in any order. */
function holds(text: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  return Prisma.join(
    words.map((word) => Prisma.sql`strpos(lower(${text}), ${word}) > 0`),
    ' AND ',
  )
}

function findGates(ctx: ProjectContext, words: readonly string[]) {
  return ctx.db.$queryRaw<{ id: string; title: string; state: string }[]>`
    SELECT g.id, g.title, g.state FROM (
      SELECT id, title, state, opened_at FROM gate WHERE project_id = ${ctx.project.id}::uuid
      ORDER BY opened_at DESC, id DESC LIMIT ${LOOKED_THROUGH}) g
    WHERE ${holds(Prisma.sql`g.title`, words)} ORDER BY g.state <> 'pending', g.opened_at DESC LIMIT ${SHOWN}`
}

function findChains(ctx: ProjectContext, words: readonly string[]) {
  return ctx.db.$queryRaw<{ name: string }[]>`
    SELECT c.name FROM chain c WHERE c.project_id = ${ctx.project.id}::uuid AND ${holds(Prisma.sql`c.name`, words)}
    ORDER BY length(c.name), c.name LIMIT ${SHOWN}`
}

type FoundFailure = Pick<FailureGroup, 'fingerprint' | 'node' | 'failureClass' | 'template' | 'roots'>

function findFailures(ctx: ProjectContext, words: readonly string[]) {
  return ctx.db.$queryRaw<FoundFailure[]>`
    SELECT g.fingerprint, g.node, g.failure_class AS "failureClass", left(g.template, 200) AS template, g.roots FROM (
      SELECT * FROM failure_group WHERE project_id = ${ctx.project.id}::uuid ORDER BY last_seen_at DESC LIMIT ${LOOKED_THROUGH}) g
    WHERE ${holds(Prisma.sql`concat_ws(' ', g.node, g.template, replace(g.failure_class, '_', ' '))`, words)}
    ORDER BY g.last_seen_at DESC LIMIT ${SHOWN}`
}
