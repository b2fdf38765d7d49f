-- Every combination of decision, band and grade in the order of the list: one that never occurs is found empty at once.
CREATE INDEX "run_summary_verdict_idx" ON "run_summary" ("project_id", "decision", "band", "grade", "occurred_at" DESC, "id" DESC);
