ALTER TABLE "review_item" ADD COLUMN "urgency" INTEGER NOT NULL DEFAULT 0;

-- What brought a run to a person besides the draw: by its reasons while it waits; of a reviewed one only its facts tell.
UPDATE "review_item" i SET "urgency" = CASE
    WHEN i."reasons" && ARRAY['gate'] THEN 8
    WHEN i."reasons" && ARRAY['escalated'] THEN 7
    WHEN i."reasons" && ARRAY['asked', 'disputed', 'apart'] OR i."asked_by_id" IS NOT NULL OR i."assigned_to_id" IS NOT NULL THEN 6
    WHEN i."reasons" && ARRAY['contradicted'] THEN 5
    WHEN i."reasons" && ARRAY['new_failure'] THEN 3
    WHEN i."reasons" && ARRAY['flagged', 'second'] OR s."status" = 'failed' OR s."blockers" <> '{}' OR s."band" = 'poor' THEN 2
    ELSE 0 END
FROM "run_summary" s WHERE s."project_id" = i."project_id" AND s."id" = i."run_id";

-- Runs that only the draw brings to a person are handed out in random order, among the others.
UPDATE "review_item" SET "value" = 1 + 4 * (('x' || substr(md5("run_id"::text || ':order'), 1, 8))::bit(32)::bigint / 4294967296.0)
WHERE "state" = 'waiting' AND 'audit' = ANY("reasons") AND "reasons" <@ ARRAY['audit', 'forecast'];

-- The draw of one chain.
CREATE INDEX "review_item_drawn_chain_idx" ON "review_item" ("project_id", "chain_id", "queued_at") WHERE "probability" IS NOT NULL;
