-- AlterTable
ALTER TABLE "chain" ADD COLUMN     "gate_quorum" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "gate" ADD COLUMN     "escalated_to" TEXT,
ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "quorum" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "warn_at" TIMESTAMPTZ(3),
ADD COLUMN     "warned_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "chain_authority" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "added_by" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_authority_pkey" PRIMARY KEY ("project_id","chain_id","user_id")
);

-- CreateTable
CREATE TABLE "gate_event" (
    "project_id" UUID NOT NULL,
    "gate_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "user_id" UUID,
    "verdict" TEXT,
    "reason" TEXT,
    "evidence_digest" TEXT,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_event_pkey" PRIMARY KEY ("project_id","gate_id","id")
);

-- CreateTable
CREATE TABLE "notification" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("project_id","user_id","id")
);

-- The warning comes with a quarter of the time left.
UPDATE "gate" SET "warn_at" = "deadline_at" - ("deadline_at" - "opened_at") / 4;
ALTER TABLE "gate" ALTER COLUMN "warn_at" SET NOT NULL;
CREATE INDEX "gate_to_warn" ON "gate" ("project_id", "warn_at") WHERE "state" = 'pending' AND "warned_at" IS NULL;

-- Each person has one voice on the same evidence, whatever the code does.
CREATE UNIQUE INDEX "gate_event_one_vote" ON "gate_event" ("project_id", "gate_id", "user_id", "evidence_digest") WHERE "kind" = 'voted';

ALTER TABLE "gate" ADD CONSTRAINT "gate_quorum_positive" CHECK ("quorum" >= 1);
