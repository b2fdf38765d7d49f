-- Runs that people disagree on, to count them however many others wait: few rows among all.
CREATE INDEX "review_item_disputed_idx" ON "review_item" ("project_id") WHERE "state" = 'waiting' AND 'disputed' = ANY ("reasons");
