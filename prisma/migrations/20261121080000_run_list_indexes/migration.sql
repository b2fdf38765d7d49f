-- What the list of runs filters by, each part in the order of the list.
CREATE INDEX "run_summary_scenario_idx" ON "run_summary" ("project_id", "scenario", "occurred_at" DESC, "id" DESC) WHERE "scenario" IS NOT NULL;
CREATE INDEX "run_summary_status_idx" ON "run_summary" ("project_id", "status", "occurred_at" DESC, "id" DESC) WHERE "status" <> 'completed';
CREATE INDEX "run_summary_dry_run_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "kind" = 'dry_run';
CREATE INDEX "run_summary_reviewed_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "human_origin" IN ('review', 'gate');

-- Grade, band and decision follow from each other; without this the planner multiplies their shares.
CREATE STATISTICS "run_summary_verdicts" (mcv) ON "grade", "band", "decision" FROM "run_summary";

-- The share of rows that hold a text is estimated on a sample of them.
ALTER TABLE "run_summary" ALTER COLUMN "search" SET STATISTICS 500;
