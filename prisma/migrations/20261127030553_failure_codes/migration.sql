-- AlterTable
ALTER TABLE "failure_group" ADD COLUMN     "code" TEXT;
-- The code of a group is that of its errors: those of its last run have it.
UPDATE "failure_group" g SET "code" = coalesce(n."error" ->> 'code', n."error" ->> 'type', n."error" ->> 'httpStatus')
FROM "failure" f JOIN "node_run" n ON n."project_id" = f."project_id" AND n."run_id" = f."run_id" AND n."node_id" = f."node_id"
WHERE f."project_id" = g."project_id" AND f."fingerprint" = g."fingerprint" AND f."run_id" = g."last_run_id";
