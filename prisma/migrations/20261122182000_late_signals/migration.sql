-- How long a trace without its end is waited for.
ALTER TABLE "project" ADD COLUMN "quiet_minutes" INTEGER NOT NULL DEFAULT 10;

-- A run that was settled although its end was never told.
ALTER TABLE "run_summary" ADD COLUMN "is_incomplete" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sent_signal" (
    "project_id" UUID NOT NULL,
    "run_key" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "signal_id" UUID NOT NULL,
    "evaluator" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "raw" JSONB NOT NULL,
    "by" TEXT NOT NULL,
    "comment" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sent_signal_pkey" PRIMARY KEY ("project_id","run_key","id")
);

-- CreateTable
CREATE TABLE "unfinished_run" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unfinished_run_pkey" PRIMARY KEY ("project_id","run_id")
);

-- CreateTable
CREATE TABLE "run_patch" (
    "project_id" UUID NOT NULL,
    "run_key" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "end" JSONB NOT NULL,

    CONSTRAINT "run_patch_pkey" PRIMARY KEY ("project_id","run_key")
);
