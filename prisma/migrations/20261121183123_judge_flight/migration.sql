-- AlterTable
ALTER TABLE "judge_call" ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'quality_gate';

-- AlterTable
ALTER TABLE "judge_spend" ADD COLUMN     "cache_hits" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "judge_flight" (
    "project_id" UUID NOT NULL,
    "content_hash" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "day" DATE NOT NULL,
    "reserved_usd" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "judge_flight_pkey" PRIMARY KEY ("project_id","content_hash")
);

-- CreateIndex
CREATE INDEX "judge_flight_project_id_lease_until_idx" ON "judge_flight"("project_id", "lease_until");
