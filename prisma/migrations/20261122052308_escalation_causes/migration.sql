-- AlterTable
ALTER TABLE "gate" ADD COLUMN     "cause" TEXT;

-- CreateTable
CREATE TABLE "gate_run" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "gate_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_run_pkey" PRIMARY KEY ("project_id","run_id")
);

-- CreateIndex
CREATE INDEX "gate_run_project_id_gate_id_run_id_idx" ON "gate_run"("project_id", "gate_id", "run_id");

-- One pending gate for each cause of a version, so that of two runs that fail alike at once the second joins the first.
CREATE UNIQUE INDEX "gate_one_pending_cause" ON "gate" ("project_id", "version_id", "cause") WHERE "kind" = 'escalation' AND "state" = 'pending';
