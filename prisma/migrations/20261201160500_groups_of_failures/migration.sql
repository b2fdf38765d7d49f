-- Failures are grouped without their first words: those of stored runs are grouped anew in the background.
INSERT INTO "rederivation" ("project_id") SELECT DISTINCT "project_id" FROM "run_summary"
ON CONFLICT ("project_id") DO UPDATE SET "after_id" = NULL;
