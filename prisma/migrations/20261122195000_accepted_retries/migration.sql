-- Runs accepted at a later attempt, in the order of the list: few among all, so that the index is small and seldom written.
CREATE INDEX "run_summary_accepted_retry_idx" ON "run_summary" ("project_id", "attempt", "occurred_at" DESC, "id" DESC) WHERE "decision" = 'accept' AND "execution" IS NOT NULL AND "attempt" > 1;
