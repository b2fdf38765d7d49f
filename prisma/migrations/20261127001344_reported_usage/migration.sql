-- AlterTable
ALTER TABLE "rollup_hour" ADD COLUMN     "cost_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "token_runs" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "rollup_day" ADD COLUMN     "cost_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "token_runs" INTEGER NOT NULL DEFAULT 0;

-- A sum of tokens or cost says on how many runs it rests: counted for the runs that are there.
CREATE TEMPORARY TABLE "reported" AS
SELECT "project_id", "chain_id", "version_id", date_trunc('hour', "occurred_at", 'UTC') AS hour, count("tokens")::int AS token_runs,
  count("cost_usd")::int AS cost_runs
FROM "run_summary" WHERE "status" <> 'running' AND ("tokens" IS NOT NULL OR "cost_usd" IS NOT NULL) GROUP BY 1, 2, 3, 4;
UPDATE "rollup_hour" r SET "token_runs" = c.token_runs, "cost_runs" = c.cost_runs FROM "reported" c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."hour" = c.hour;
UPDATE "rollup_day" r SET "token_runs" = c.token_runs, "cost_runs" = c.cost_runs FROM (
  SELECT "project_id", "chain_id", "version_id", date_trunc('day', hour, 'UTC') AS day, sum(token_runs)::int AS token_runs,
    sum(cost_runs)::int AS cost_runs
  FROM "reported" GROUP BY 1, 2, 3, 4) c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."day" = c.day;
DROP TABLE "reported";

-- What removed runs had reported is still in the sums: all that were counted there are taken to have reported it.
UPDATE "rollup_hour" SET "token_runs" = "runs" WHERE "tokens" > 0 AND "token_runs" = 0;
UPDATE "rollup_hour" SET "cost_runs" = "runs" WHERE "cost_usd" > 0 AND "cost_runs" = 0;
UPDATE "rollup_day" SET "token_runs" = "runs" WHERE "tokens" > 0 AND "token_runs" = 0;
UPDATE "rollup_day" SET "cost_runs" = "runs" WHERE "cost_usd" > 0 AND "cost_runs" = 0;
