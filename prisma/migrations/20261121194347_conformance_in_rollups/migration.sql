-- AlterTable
ALTER TABLE "rollup_hour" ADD COLUMN     "live_kept" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "live_traced" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "rollup_day" ADD COLUMN     "live_kept" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "live_traced" INTEGER NOT NULL DEFAULT 0;

-- The runs that are there already, counted once.
UPDATE "rollup_hour" r SET live_traced = s.traced, live_kept = s.kept, live_kept_sum = s.kept_sum
FROM (
    SELECT project_id, chain_id, version_id, date_trunc('hour', occurred_at, 'UTC') AS since, count(*) AS traced,
        count(*) FILTER (WHERE k.kept) AS kept, coalesce(sum(quality) FILTER (WHERE k.kept), 0) AS kept_sum
    FROM "run_summary" CROSS JOIN LATERAL (SELECT (factors ->> 'conformance')::float8 >= 0.5 AS kept) k
    WHERE kind = 'live' AND profile = 'stratt' AND quality IS NOT NULL AND jsonb_typeof(factors -> 'conformance') = 'number'
    GROUP BY 1, 2, 3, 4
) s WHERE r.project_id = s.project_id AND r.chain_id = s.chain_id AND r.version_id = s.version_id AND r.hour = s.since;

UPDATE "rollup_day" r SET live_traced = s.traced, live_kept = s.kept, live_kept_sum = s.kept_sum
FROM (
    SELECT project_id, chain_id, version_id, date_trunc('day', occurred_at, 'UTC') AS since, count(*) AS traced,
        count(*) FILTER (WHERE k.kept) AS kept, coalesce(sum(quality) FILTER (WHERE k.kept), 0) AS kept_sum
    FROM "run_summary" CROSS JOIN LATERAL (SELECT (factors ->> 'conformance')::float8 >= 0.5 AS kept) k
    WHERE kind = 'live' AND profile = 'stratt' AND quality IS NOT NULL AND jsonb_typeof(factors -> 'conformance') = 'number'
    GROUP BY 1, 2, 3, 4
) s WHERE r.project_id = s.project_id AND r.chain_id = s.chain_id AND r.version_id = s.version_id AND r.day = s.since;
