import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { versionEvent } from '@/lib/contracts/versions'
import type { WeeklyVersion } from '@/lib/contracts/weekly/compared'
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
): Promise<WeeklyVersion[]> {
  const listed = await chooseListed(db, projectId, period, ran)
  const ids = new Set(listed.map(({ id }) => id))
  const chains = await loadChains(db, projectId, [...new Set(listed.map(({ chainId }) => chainId))], { ids })
  const viewOf = new Map(
    chains.flatMap(({ view: chain, versions }) => {
      const idOf = new Map(versions.map(({ id, version }) => [version, id]))
      return chain.versions.map((view) => [idOf.get(view.version), { chain, view }] as const)
    }),
  )
  return listed.flatMap(({ id, place, isNew, changes }) => {
    const found = viewOf.get(id)
    return found ? [toWeekly(found.chain, found.view, { isNew, changes, isWorse: isWorse(place) })] : []
  })
}

type Listed = News & { id: string; chainId: string; chain: string; place: DropPlace }

/** The versions to list, those of the chains that are most worse first. */
async function chooseListed(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  ran: readonly ChainSums[],
): Promise<Listed[]> {
  const news = await loadNews(db, projectId, period)
  const chainIds = [...new Set([...ran.map(({ chainId }) => chainId), ...news.map(({ chainId }) => chainId)])]
  const placed = await placeChains(db, projectId, {
    where: Prisma.sql`c.id = ANY(${chainIds}::uuid[])`,
    order: Prisma.sql`c.name`,
  })
  const placeOf = new Map(placed.map(({ current, place }) => [current.id, place]))
  const known = new Set(news.map(({ id }) => id))
  const regressions = placed.filter(
    ({ current, place }) => place.group === REGRESSION && current.publishedAt < period.to && !known.has(current.id),
  )
  return [
    ...news.map((row) => ({ ...row, place: placeOf.get(row.id) ?? placeByDrop(null) })),
    ...regressions.map(({ chain, current, place }) => ({
      ...NO_NEWS,
      ...{ id: current.id, chainId: chain.id, chain: chain.name, place },
    })),
  ]
    .sort((a, b) => a.place.group - b.place.group || a.place.key - b.place.key || byName(a.chain, b.chain))
    .slice(0, MAX_LISTED)
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
    WITH ran AS (
      SELECT DISTINCT r.version_id AS id FROM rollup_hour r
      WHERE r.project_id = ${projectId}::uuid AND r.hour >= ${from}::timestamptz AND r.hour < ${to}::timestamptz AND r.runs > 0),
    fresh AS (
      SELECT id FROM ran WHERE NOT EXISTS (
        SELECT 1 FROM rollup_hour r WHERE r.project_id = ${projectId}::uuid AND r.version_id = ran.id
          AND r.hour < ${from}::timestamptz AND r.runs > 0)),
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
