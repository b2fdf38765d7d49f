-- The latest verdicts on runs, read from the index alone: their rows lie apart.
CREATE INDEX "decision_judged_idx" ON "decision" ("project_id", "decided_at") INCLUDE ("id", "run_id", "gate_id")
  WHERE "run_id" IS NOT NULL AND "kind" IN ('review', 'gate_approved', 'gate_rejected');
