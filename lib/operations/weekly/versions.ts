import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { versionEvent } from '@/lib/contracts/versions'
import type { WeeklyVersion } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type DropPlace, isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { byName } from '../natural-order'
import { placeChains } from '../versions/ranking'
import { loadChains } from '../versions/views'
import type { WeekPeriod } from './period'
import type { ChainSums } from './sums'

const MAX_LISTED = 50

/**
 * Loads the versions that are new in a week or changed their state in it, and the newest version of each chain that ran if it is worse
 * than the one before by the rule and was known by the end of the week. They are judged by all their runs, as on the page of the chain;
 * of all others the rule alone decides that they are not listed.
 */
export async function loadWeekVersions(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  ran: readonly ChainSums[],
): Promise<Pick<WeeklyReport, 'versions' | 'versionTotals'>> {
  const all = await chooseVersions(db, projectId, period, ran)
  const listed = all.slice(0, MAX_LISTED)
  const ids = new Set(listed.map(({ id }) => id))
  const chains = await loadChains(db, projectId, [...new Set(listed.map(({ chainId }) => chainId))], { ids })
  const viewOf = new Map(
    chains.flatMap(({ view: chain, versions }) => {
      const idOf = new Map(versions.map(({ id, version }) => [version, id]))
      return chain.versions.map((view) => [idOf.get(view.version), { chain, view }] as const)
    }),
  )
  const versions = listed.flatMap(({ id, place, isNew, changes }) => {
    const found = viewOf.get(id)
    return found ? [toWeekly(found.chain, found.view, { isNew, changes, isWorse: isWorse(place) })] : []
  })
  return {
    versions,
    versionTotals: { versions: all.length, worse: all.filter(({ place }) => isWorse(place)).length },
  }
}

type Listed = News & { id: string; chainId: string; chain: string; place: DropPlace }

/** The versions in question, those of the chains that are most worse first. */
async function chooseVersions(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  ran: readonly ChainSums[],
): Promise<Listed[]> {
  const news = await loadNews(db, projectId, period)
  const chainIds = [...new Set([...ran.map(({ chainId }) => chainId), ...news.map(({ chainId }) => chainId)])]
  const placed = await findPlaces(db, projectId, chainIds, news)
  const placeOf = new Map(placed.map(({ id, place }) => [id, place]))
  const known = new Set(news.map(({ id }) => id))
  const regressions = placed.filter(
    ({ id, place, publishedAt }) => place.group === REGRESSION && publishedAt < period.to && !known.has(id),
  )
  return [
    ...news.map((row) => ({ ...row, place: placeOf.get(row.id) ?? placeByDrop(null) })),
    ...regressions.map(({ publishedAt: _, ...row }) => ({ ...NO_NEWS, ...row })),
  ].sort((a, b) => a.place.group - b.place.group || a.place.key - b.place.key || byName(a.chain, b.chain))
}

type Placed = Pick<Listed, 'id' | 'chainId' | 'chain' | 'place'> & { publishedAt: Date }
type StoredPlace = Omit<Placed, 'place'> & { rankGroup: number; rankKey: number }

/** The newest versions of these chains that are worse or news, with their places: as they were ranked, of chains that changed since as they are now. */
async function findPlaces(
  db: Db | Tx,
  projectId: string,
  chainIds: readonly string[],
  news: readonly { id: string }[],
): Promise<Placed[]> {
  const stored = await db.$queryRaw<StoredPlace[]>`
    SELECT p.current_id AS id, p.chain_id AS "chainId", c.name AS chain, v.published_at AS "publishedAt", p.rank_group AS "rankGroup",
      p.rank_key AS "rankKey"
    FROM chain_place p JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = p.current_id
      JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = p.chain_id
    WHERE p.project_id = ${projectId}::uuid AND NOT p.is_stale AND p.chain_id = ANY(${[...chainIds]}::uuid[])
      AND (p.rank_group = ${REGRESSION} OR p.current_id = ANY(${news.map(({ id }) => id)}::uuid[]))`
  const changed = await placeChains(db, projectId, {
    where: Prisma.sql`c.id = ANY(${[...chainIds]}::uuid[]) AND NOT EXISTS (
      SELECT 1 FROM chain_place p WHERE p.project_id = ${projectId}::uuid AND p.chain_id = c.id AND NOT p.is_stale)`,
    order: Prisma.sql`c.name`,
  })
  return [
    ...stored.map(({ rankGroup, rankKey, ...row }) => ({ ...row, place: { group: rankGroup, key: rankKey } })),
    ...changed.map(({ chain, current, place }) => {
      return { id: current.id, chainId: chain.id, chain: chain.name, publishedAt: current.publishedAt, place }
    }),
  ]
}

/** The group of a {@link DropPlace} that is worse by the rule. */
const REGRESSION = 0

type News = Pick<WeeklyVersion, 'isNew' | 'changes'>
const NO_NEWS: News = { isNew: false, changes: [] }

const changes = versionEvent.pick({ kind: true, by: true, toState: true, at: true }).array()

/** Loads the versions whose first run is in the week, or whose state changed in it, with those changes. */
async function loadNews(
  db: Db | Tx,
  projectId: string,
  { from, to }: WeekPeriod,
): Promise<(News & { id: string; chainId: string; chain: string })[]> {
  const rows = await db.$queryRaw<{ id: string; chainId: string; chain: string; isNew: boolean; changes: unknown }[]>`
    WITH fresh AS (
      SELECT id FROM chain_version v
      WHERE v.project_id = ${projectId}::uuid AND v.first_hour >= ${from}::timestamptz AND v.first_hour < ${to}::timestamptz),
    changed AS (
      SELECT e.version_id AS id, jsonb_agg(jsonb_build_object('kind', e.kind, 'by', e.by, 'toState', e.to_state,
        'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY e.at, e.id) AS changes
      FROM version_event e WHERE e.project_id = ${projectId}::uuid AND e.kind <> 'trials_added'
        AND e.at >= ${from}::timestamptz AND e.at < ${to}::timestamptz GROUP BY 1)
    SELECT v.id, v.chain_id AS "chainId", h.name AS chain, n.id IS NOT NULL AS "isNew", coalesce(c.changes, '[]') AS changes
    FROM chain_version v JOIN chain h ON h.project_id = v.project_id AND h.id = v.chain_id
      LEFT JOIN fresh n ON n.id = v.id LEFT JOIN changed c ON c.id = v.id
    WHERE v.project_id = ${projectId}::uuid AND (n.id IS NOT NULL OR c.id IS NOT NULL)`
  return rows.map((row) => ({ ...row, changes: changes.parse(row.changes) }))
}

function toWeekly(
  { name, regressionThreshold }: ChainView,
  view: VersionView,
  { isNew, isWorse, changes }: News & { isWorse: boolean },
): WeeklyVersion {
  const { version, state, quality, measured, verdict, delta, comparedWith, odds, confidenceFall, gate } = view
  return {
    chain: name,
    regressionThreshold,
    ...{ version, state, quality, measured, verdict, delta, comparedWith, odds, confidenceFall, gate },
    ...{ isNew, isWorse, changes },
  }
}
