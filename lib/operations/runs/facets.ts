import { facetsMost } from '@/lib/contracts/limits'
import { runFacets as contract } from '@/lib/contracts/runs'
import { bands, decisions, failureClasses, grades } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { listDistinct } from '../distinct-values'
import { byName, hasWords, naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { type ChainFilter, chainMatches } from './chain-filter'

/** Returns the values that runs can be filtered by; versions are newest first. */
export const runFacets = operation(contract, async (ctx, input) => {
  const [chains, tags, nodes] = await Promise.all([
    findChains(ctx, input),
    listDistinct(
      ctx.db,
      ctx.project.id,
      { table: 'run_tag', column: 'tag' },
      facetsMost.tags,
      hasWords(Prisma.sql`value`, input.tag),
    ),
    findFailedNodes(ctx),
  ])
  return {
    chains,
    grades: [...grades],
    bands: [...bands],
    decisions: [...decisions],
    failureClasses: [...failureClasses],
    tags: tags.toSorted(byName),
    nodes,
  }
})

type VersionFilter = ChainFilter & { version?: string | undefined }

function findChains(ctx: ProjectContext, filter: VersionFilter): Promise<{ name: string; versions: string[] }[]> {
  return ctx.db.$queryRaw`
    SELECT c.name, ARRAY(
      SELECT v.version FROM chain_version v WHERE v.project_id = ${ctx.project.id}::uuid AND v.chain_id = c.id
        AND ${hasWords(Prisma.sql`v.version`, filter.version)}
      ORDER BY v.published_at DESC, v.id DESC LIMIT ${facetsMost.versions}) AS versions
    FROM chain c WHERE ${chainMatches(ctx.project.id, filter)} ORDER BY ${naturalPlace(Prisma.sql`c.name`)} LIMIT ${facetsMost.chains}`
}

/** Number of failure groups searched for failed nodes, and the last days of each that are. */
const MAX_GROUPS = 1000
const MAX_DAYS = 30

async function findFailedNodes(ctx: ProjectContext): Promise<string[]> {
  const projectId = ctx.project.id
  const rows = await ctx.db.$queryRaw<{ node: string }[]>`
    SELECT r.node FROM (
      SELECT fingerprint, last_seen_at FROM failure_group WHERE project_id = ${projectId}::uuid
      ORDER BY last_seen_at DESC LIMIT ${MAX_GROUPS}) g
    JOIN rollup_group_day r ON r.project_id = ${projectId}::uuid AND r.fingerprint = g.fingerprint
      AND r.day >= g.last_seen_at - make_interval(days => ${MAX_DAYS}::int)
    WHERE r.node <> '' AND r.roots + r.cascades > 0
    GROUP BY 1 ORDER BY max(r.day) DESC, max(g.last_seen_at) DESC, 1 LIMIT ${facetsMost.nodes}`
  return rows.map(({ node }) => node)
}
