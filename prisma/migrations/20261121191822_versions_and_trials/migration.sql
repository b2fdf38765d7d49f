-- AlterTable
ALTER TABLE "chain_version" ADD COLUMN     "body_hash" TEXT,
ADD COLUMN     "executor" JSONB,
ADD COLUMN     "graph" JSONB,
ADD COLUMN     "notes" TEXT,
ADD COLUMN     "published_by" TEXT,
ADD COLUMN     "scenarios" JSONB;

-- CreateTable
CREATE TABLE "version_event" (
    "project_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT,
    "gate_id" UUID,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "served_version" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "version_event_pkey" PRIMARY KEY ("project_id","version_id","id")
);

-- CreateTable
CREATE TABLE "trial" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scenario" TEXT,
    "request" JSONB,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "leased_by" TEXT,
    "run_key" TEXT NOT NULL,
    "error" TEXT,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "trial_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "trial_project_id_version_id_status_id_idx" ON "trial"("project_id", "version_id", "status", "id");

-- CreateIndex
CREATE INDEX "trial_project_id_status_lease_until_idx" ON "trial"("project_id", "status", "lease_until");
