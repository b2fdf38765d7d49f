-- The beginning of a run's request, which tells runs apart in a list.
ALTER TABLE "run_text" ADD COLUMN "request" TEXT;

-- Of stored runs it is derived in the background.
INSERT INTO "rederivation" ("project_id") SELECT DISTINCT "project_id" FROM "run_summary"
ON CONFLICT ("project_id") DO UPDATE SET "after_id" = NULL;
