-- What a run is called, and what its steps were asked.
ALTER TABLE "run" ADD COLUMN "title" TEXT;
ALTER TABLE "run_summary" ADD COLUMN "title" TEXT;
ALTER TABLE "node_run"
  ADD COLUMN "input" JSONB,
  ADD COLUMN "system_prompt" JSONB,
  ADD COLUMN "model" TEXT,
  ADD COLUMN "provider" TEXT,
  ADD COLUMN "attributes" JSONB;

-- Which chain a trace belongs to by the names it tells.
CREATE TABLE "chain_rule" (
    "project_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "chain" TEXT NOT NULL,

    CONSTRAINT "chain_rule_pkey" PRIMARY KEY ("project_id","place")
);
