import { type Db, getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { checkCounts } from '../rollups/check'
import { findWrongPlaces } from './places-agree'

/** Compares all derived data of a project with the rows it was derived from, in SQL. Returns a sentence for each disagreement. */
export async function findDisagreements(projectId: string, db: Db = getDb()): Promise<string[]> {
  const checks = [executions(projectId), runsWithoutRows(projectId), scores(projectId)]
  const counts = await checkCounts(db, projectId, { repairs: false })
  // Failures dropped by retention are still counted.
  if (counts.since === null) checks.push(failureGroups(projectId))
  const rows = await Promise.all(checks.map((check) => db.$queryRaw<{ what: string }[]>(check)))
  const wrong = counts.wrong.map(({ table, at, wrong }) => `${table} ${at.toISOString()}: ${wrong}`)
  return [...wrong, ...rows.flat().map((row) => row.what), ...(await findWrongPlaces(projectId, db))]
}

function failureGroups(projectId: string): Prisma.Sql {
  return Prisma.sql`
    WITH f AS (
      SELECT fingerprint, count(*) FILTER (WHERE role = 'root') AS roots, count(*) FILTER (WHERE role = 'cascade') AS cascades
      FROM failure WHERE project_id = ${projectId}::uuid GROUP BY 1),
    g AS (SELECT * FROM failure_group WHERE project_id = ${projectId}::uuid)
    SELECT 'failure_group ' || fingerprint AS what FROM g FULL JOIN f USING (fingerprint)
    WHERE coalesce(g.roots, 0) <> coalesce(f.roots, 0) OR coalesce(g.cascades, 0) <> coalesce(f.cascades, 0)`
}

function executions(projectId: string): Prisma.Sql {
  return Prisma.sql`
    WITH s AS (
      SELECT chain_id, execution AS key, id::text AS run_id, attempt,
        CASE basis WHEN 'confidence' THEN confidence WHEN 'quality' THEN quality END AS score
      FROM run_summary WHERE project_id = ${projectId}::uuid AND execution IS NOT NULL),
    e AS (
      SELECT chain_id, key, x."runId" AS run_id, x.attempt, x.score
      FROM execution, jsonb_to_recordset(scores) AS x("runId" text, attempt int, score float8) WHERE project_id = ${projectId}::uuid)
    SELECT 'execution ' || key || ' attempt ' || coalesce(e.attempt, s.attempt) AS what FROM e FULL JOIN s USING (chain_id, key, run_id)
    WHERE e.attempt IS DISTINCT FROM s.attempt OR (e.score IS NULL) <> (s.score IS NULL) OR abs(e.score - s.score) > 1e-9
    UNION ALL
    SELECT 'execution ' || key || ' counts ' || attempts || ' attempts' FROM execution
    WHERE project_id = ${projectId}::uuid AND (attempts <> jsonb_array_length(scores) OR attempts = 0)`
}

function runsWithoutRows(projectId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT 'run ' || coalesce(r.client_id, s.client_id) || ' lacks its summary, its facts, its key, its chain or its version' AS what
    FROM (SELECT * FROM run WHERE project_id = ${projectId}::uuid) r
    FULL JOIN (SELECT * FROM run_summary WHERE project_id = ${projectId}::uuid) s ON s.id = r.id
    LEFT JOIN run_key k ON k.project_id = s.project_id AND k.run_key = s.client_id AND k.run_id = s.id
    LEFT JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
    LEFT JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id AND v.chain_id = s.chain_id
    WHERE r.id IS NULL OR s.id IS NULL OR k.run_id IS NULL OR c.id IS NULL OR v.id IS NULL`
}

function scores(projectId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT 'confidence of ' || s.client_id || ' is not the newest of its series' AS what FROM run_summary s
    LEFT JOIN LATERAL (
      SELECT value FROM score WHERE project_id = s.project_id AND run_id = s.id AND series = 'confidence' ORDER BY revision DESC LIMIT 1) c ON true
    WHERE s.project_id = ${projectId}::uuid AND c.value IS DISTINCT FROM s.confidence`
}
