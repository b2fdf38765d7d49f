-- What chains were set to so far becomes the first version of their configuration.
INSERT INTO "config_version" ("project_id", "scope", "number", "config", "by")
SELECT "project_id", "id"::text, 1, jsonb_strip_nulls(jsonb_build_object(
    'profile', nullif("profile", 'stratt'),
    'regression_threshold', nullif("regression_threshold", 0.05),
    'min_live_runs', nullif("min_live_runs", 3),
    'gate_hours', nullif("gate_hours", 24),
    'quality_assurance', CASE WHEN "max_attempts" <> 3 THEN jsonb_build_object('max_rerun_attempts', "max_attempts" - 1) END)),
  'veritas'
FROM "chain"
WHERE ("profile", "max_attempts", "regression_threshold", "min_live_runs", "gate_hours") IS DISTINCT FROM ('stratt', 3, 0.05, 3, 24)
ON CONFLICT DO NOTHING;

-- AlterTable
ALTER TABLE "chain" DROP COLUMN "max_attempts";
