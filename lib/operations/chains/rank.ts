import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { typedRecordset } from '@/lib/db/rows'
import { isCompared, isWorse } from '@/lib/engine/regression/rank-drops'
import type { ProjectContext } from '../context'
import { EVERY_PROJECT } from '../every-project'
import { naturalPlace } from '../natural-order'
import { type ChainFilter, chainMatches } from '../runs/chain-filter'
import { NOT_COMPARED, type RankedChain, rankChanged, rankStale } from '../versions/places'
import { processEach } from '../work/process-each'

type Key = [group: number, key: number]
type RankedRow = { id: string; name: string; key: Key }
type Drops = { compared: number; worse: number; confidenceCompared: number }

/** A page of the chains by how much their newest version is worse than the one before; `after`: the last of the page before. */
type Page = { after: { key: Key; name: string } | null; limit: number }

/**
 * Lists the matching chains as they were ranked when they last changed, those that changed since as they stand now; then those that are
 * compared with nothing, by name. On the first page also counts the compared ones and the worse.
 */
export async function listByDrop(
  ctx: ProjectContext,
  filters: ChainFilter,
  { after, limit }: Page,
): Promise<{ rows: RankedRow[]; drops: Drops | null }> {
  const changed = await rankChanged(ctx.db, ctx.project.id)
  const [ranked, drops] = await Promise.all([
    selectRanked(ctx, filters, { after, limit }, changed),
    after === null ? countDrops(ctx, filters, changed) : null,
  ])
  if (ranked.length === limit) return { rows: ranked, drops }
  const others = await selectOthers(ctx, filters, { after, limit: limit - ranked.length }, changed)
  return { rows: [...ranked, ...others], drops }
}

const ownPlace = naturalPlace(Prisma.sql`c.name`)
const isLater = (name: string) => Prisma.sql`(${ownPlace}) > (${naturalPlace(Prisma.sql`${name}::text`)})`

const idsOf = (ranked: readonly RankedChain[]) => Prisma.sql`${ranked.map(({ chainId }) => chainId)}::uuid[]`

/** Stored places `p` of the chains `c` that match, without those that changed. */
const stored = (projectId: string, changed: readonly RankedChain[]) => Prisma.sql`
  chain_place p JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = p.chain_id
  WHERE p.project_id = ${projectId}::uuid AND p.chain_id <> ALL(${idsOf(changed)})`

/** The same of those that changed, as they stand now. */
const anew = (projectId: string, changed: readonly RankedChain[]) => Prisma.sql`
  (SELECT * FROM ${typedRecordset(RANKED, changed.map(toRecord))}) p JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = p.chain_id
  WHERE true`

const RANKED = { chain_id: 'uuid', rank_group: 'int', rank_key: 'float8', has_confidence: 'bool' }
const toRecord = ({ chainId, rankGroup, rankKey, hasConfidence }: RankedChain) => ({
  chain_id: chainId,
  rank_group: rankGroup,
  rank_key: rankKey,
  has_confidence: hasConfidence,
})

/** Both arms follow an order that is stored, so that each reads no more than the page. */
async function selectRanked(
  { db, project }: ProjectContext,
  filters: ChainFilter,
  { after, limit }: Page,
  changed: readonly RankedChain[],
): Promise<RankedRow[]> {
  const place = Prisma.sql`(p.rank_group, p.rank_key)`
  const from = after && Prisma.sql`(${after.key[0]}::int, ${after.key[1]}::float8)`
  const isAfter = after
    ? Prisma.sql`AND ${place} >= ${from} AND (${place} > ${from} OR ${isLater(after.name)})`
    : Prisma.empty
  const arm = (of: Prisma.Sql) => Prisma.sql`(
    SELECT c.id, c.name, p.rank_group, p.rank_key FROM ${of} AND p.rank_group < ${NOT_COMPARED} AND ${chainMatches(project.id, filters)} ${isAfter}
    ORDER BY p.rank_group, p.rank_key, ${ownPlace} LIMIT ${limit})`
  const rows = await db.$queryRaw<(Pick<RankedRow, 'id' | 'name'> & { group: number; rankKey: number })[]>`
    SELECT c.id, c.name, c.rank_group AS "group", c.rank_key AS "rankKey"
    FROM (${arm(stored(project.id, changed))} UNION ALL ${arm(anew(project.id, changed))}) c
    ORDER BY c.rank_group, c.rank_key, ${ownPlace} LIMIT ${limit}`
  return rows.map(({ id, name, group, rankKey }) => ({ id, name, key: [group, rankKey] }))
}

/** The chains that are compared with nothing, along the index of names. */
async function selectOthers(
  { db, project }: ProjectContext,
  filters: ChainFilter,
  { after, limit }: Page,
  changed: readonly RankedChain[],
): Promise<RankedRow[]> {
  const compared = changed.filter(({ rankGroup }) => rankGroup < NOT_COMPARED)
  const isAfter = after?.key[0] === NOT_COMPARED ? Prisma.sql`AND ${isLater(after.name)}` : Prisma.empty
  const rows = await db.$queryRaw<Pick<RankedRow, 'id' | 'name'>[]>`
    SELECT c.id, c.name FROM chain c
    WHERE ${chainMatches(project.id, filters)} ${isAfter} AND c.id <> ALL(${idsOf(compared)})
      AND (c.id = ANY(${idsOf(changed)}) OR NOT EXISTS (
        SELECT 1 FROM chain_place p WHERE p.project_id = ${project.id}::uuid AND p.chain_id = c.id AND p.rank_group < ${NOT_COMPARED}))
    ORDER BY ${ownPlace} LIMIT ${limit}`
  return rows.map((row) => ({ ...row, key: [NOT_COMPARED, 0] }))
}

type Counted = { group: number; hasConfidence: boolean; n: number }

async function countDrops(
  { db, project }: ProjectContext,
  filters: ChainFilter,
  changed: readonly RankedChain[],
): Promise<Drops> {
  const arm = (of: Prisma.Sql) => Prisma.sql`
    SELECT p.rank_group, p.has_confidence FROM ${of} AND p.rank_group < ${NOT_COMPARED} AND ${chainMatches(project.id, filters)}`
  const counted = await db.$queryRaw<Counted[]>`
    SELECT rank_group AS group, has_confidence AS "hasConfidence", count(*)::int AS n
    FROM (${arm(stored(project.id, changed))} UNION ALL ${arm(anew(project.id, changed))}) r GROUP BY 1, 2`
  const sum = (of: (row: Counted) => boolean) => counted.filter(of).reduce((total, { n }) => total + n, 0)
  return {
    compared: sum((row) => isCompared({ ...row, key: 0 })),
    worse: sum((row) => isWorse({ ...row, key: 0 })),
    confidenceCompared: sum((row) => isCompared({ ...row, key: 0 }) && row.hasConfidence),
  }
}

/** Ranks the chains that changed in every project; a failing project does not block the others. */
export async function sweepRanks(db: Db, now: Date): Promise<void> {
  const projects = await db.$queryRaw<{ projectId: string }[]>`
    SELECT p.project_id AS "projectId" FROM ${EVERY_PROJECT} WHERE EXISTS (
      SELECT 1 FROM chain_place c WHERE c.project_id = p.project_id AND c.is_stale)`
  const items = projects.map(({ projectId }) => ({ projectId, id: projectId }))
  await processEach({ db, kind: 'ranking', now }, items, ({ projectId }) => rankStale(db, projectId))
}
