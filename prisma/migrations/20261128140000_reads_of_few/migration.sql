-- The dead letters closed within a week.
CREATE INDEX "dead_letter_project_id_updated_at_idx" ON "dead_letter"("project_id", "updated_at");

-- What undoes a decision: the page of a run asks for it, and every reading of verdicts.
CREATE INDEX "decision_undoes_idx" ON "decision" ("project_id", "undoes") WHERE "undoes" IS NOT NULL;

-- The runs of a version that people judged, among many that nobody did.
CREATE INDEX "run_summary_judged_idx" ON "run_summary" ("project_id", "version_id") WHERE "human_origin" IN ('review', 'gate');

-- Runs that wait for a rare reason.
CREATE INDEX "review_item_reasons_idx" ON "review_item" USING gin ("project_id", "reasons") WHERE "state" = 'waiting';

-- Failures that followed from others, of which there are few.
CREATE INDEX "failure_cascade_idx" ON "failure" ("project_id", "run_id") WHERE "role" = 'cascade';
