-- What was predicted of runs and review items, to take it back when learning is switched off: few rows among all.
CREATE INDEX "run_summary_likely_bad_idx" ON "run_summary" ("project_id", "id") WHERE "likely_bad";
CREATE INDEX "review_item_near_edge_idx" ON "review_item" ("project_id", "run_id") WHERE "near_edge";
