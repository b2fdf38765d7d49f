import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { versionEvent } from '@/lib/contracts/versions'
import type { WeeklyVersion } from '@/lib/contracts/weekly/compared'
import type { Db, Tx } from '@/lib/db/client'
import { isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { byName } from '../natural-order'
import { loadChains } from '../versions/views'
import type { WeekPeriod } from './period'
import type { ChainSums } from './sums'

const MAX_LISTED = 50

/**
 * Loads the versions that are new in a week or changed their state in it, and the newest version of each chain that ran if it is worse
 * than the one before by the rule and was known by the end of the week. They are judged by all their runs, as on the page of the chain.
 */
export async function loadWeekVersions(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
  ran: readonly ChainSums[],
): Promise<WeeklyVersion[]> {
  const news = await loadNews(db, projectId, period)
  const newsOf = new Map(news.map((row) => [row.id, row]))
  const chainIds = [...new Set([...ran.map(({ chainId }) => chainId), ...news.map(({ chainId }) => chainId)])]
  const listed = (await loadChains(db, projectId, chainIds)).flatMap(({ view: chain, versions }) => {
    const idOf = new Map(versions.map(({ id, version }) => [version, id]))
    return chain.versions.flatMap((view) => {
      const place = placeByDrop(view.version === chain.newestVersion ? view : null)
      const found = newsOf.get(idOf.get(view.version) ?? '')
      const isRegression =
        isWorse(place) && view.verdict === 'regression' && Date.parse(view.publishedAt) < period.to.getTime()
      if (!found && !isRegression) return []
      return [{ place, row: toWeekly(chain, view, { ...(found ?? NO_NEWS), isWorse: isWorse(place) }) }]
    })
  })
  return listed
    .sort((a, b) => a.place.group - b.place.group || a.place.key - b.place.key || byName(a.row.chain, b.row.chain))
    .slice(0, MAX_LISTED)
    .map(({ row }) => row)
}

type News = Pick<WeeklyVersion, 'isNew' | 'changes'>
const NO_NEWS: News = { isNew: false, changes: [] }

const changes = versionEvent.pick({ kind: true, by: true, toState: true, at: true }).array()

/** Loads the versions whose first run is in the week, or whose state changed in it, with those changes. */
async function loadNews(
  db: Db | Tx,
  projectId: string,
  { from, to }: WeekPeriod,
): Promise<(News & { id: string; chainId: string })[]> {
  const rows = await db.$queryRaw<{ id: string; chainId: string; isNew: boolean; changes: unknown }[]>`
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
    SELECT v.id, v.chain_id AS "chainId", n.id IS NOT NULL AS "isNew", coalesce(c.changes, '[]') AS changes
    FROM chain_version v LEFT JOIN fresh n ON n.id = v.id LEFT JOIN changed c ON c.id = v.id
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
