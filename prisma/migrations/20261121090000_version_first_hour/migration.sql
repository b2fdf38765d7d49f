-- When a version first ran is one look-up instead of a walk over all its hours.
CREATE INDEX "rollup_hour_project_id_version_id_hour_idx" ON "rollup_hour"("project_id", "version_id", "hour");
DROP INDEX "rollup_hour_project_id_version_id_idx";
