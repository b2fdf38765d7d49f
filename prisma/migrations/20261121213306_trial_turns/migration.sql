-- AlterTable
ALTER TABLE "trial" ADD COLUMN     "due_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "trial_project_id_status_kind_due_at_idx" ON "trial"("project_id", "status", "kind" DESC, "due_at");

-- CreateIndex
CREATE INDEX "trial_project_id_started_at_idx" ON "trial"("project_id", "started_at");

-- What waits for the desk already is due.
UPDATE "trial" t SET "due_at" = t."queued_at" FROM "chain_version" v
WHERE t."status" = 'queued' AND v."project_id" = t."project_id" AND v."id" = t."version_id" AND v."executor"->>'kind' = 'http';
