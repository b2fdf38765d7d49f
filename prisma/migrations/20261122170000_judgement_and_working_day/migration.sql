-- From what a desk holds whose runs are scored to one that learns from people: what is new is added, and what every stored run tells is
-- filled in. Everything that SQL can say of the rows that are there is said here; what only the engine can say (words that are searched,
-- threads, groups of failures, what waits for a review) is asked for in "rederivation" by the next migration.
--
-- Takes locks on run_summary, failure, execution and the rollups to its end: about a minute a million runs, while nothing else works.

CREATE TABLE "kept_scenario" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "scenario" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "request_hash" TEXT NOT NULL,
    "expected" DOUBLE PRECISION NOT NULL,
    "faults" JSONB NOT NULL,
    "run_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "by" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),
    "retired_by" TEXT,

    CONSTRAINT "kept_scenario_pkey" PRIMARY KEY ("project_id","chain_id","id")
);

CREATE TABLE "failure_group_event" (
    "project_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "note" TEXT,
    "detail" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failure_group_event_pkey" PRIMARY KEY ("project_id","fingerprint","id")
);

CREATE TABLE "run_text" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "body" TEXT NOT NULL,
    "words" tsvector,

    CONSTRAINT "run_text_pkey" PRIMARY KEY ("project_id","run_id")
);

CREATE TABLE "run_tag" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_tag_pkey" PRIMARY KEY ("project_id","run_id","tag")
);

CREATE TABLE "saved_view" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "screen" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "default_view" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "screen" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "default_view_pkey" PRIMARY KEY ("project_id","user_id","screen")
);

CREATE TABLE "sign_in_domain" (
    "project_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_domain_pkey" PRIMARY KEY ("project_id","domain")
);

CREATE TABLE "review_item" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "reasons" TEXT[],
    "value" DOUBLE PRECISION NOT NULL,
    "probability" DOUBLE PRECISION,
    "needed" INTEGER NOT NULL DEFAULT 1,
    "said_by" UUID[] DEFAULT ARRAY[]::UUID[],
    "near_edge" BOOLEAN NOT NULL DEFAULT false,
    "asked_by_id" UUID,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_by_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "assigned_to_id" UUID,
    "held_until" TIMESTAMPTZ(3),
    "held_by_id" UUID,
    "held_why" TEXT,

    CONSTRAINT "review_item_pkey" PRIMARY KEY ("project_id","run_id")
);

CREATE TABLE "review_skip" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_skip_pkey" PRIMARY KEY ("project_id","user_id","run_id")
);

CREATE TABLE "rubric" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "items" JSONB NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rubric_pkey" PRIMARY KEY ("project_id","chain_id","version")
);

CREATE TABLE "rubric_answer" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rubric_version" INTEGER NOT NULL,
    "item" TEXT NOT NULL,
    "node_id" TEXT,
    "value" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rubric_answer_pkey" PRIMARY KEY ("project_id","run_id","id")
);

CREATE TABLE "verdict_model" (
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "verdicts" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "model" JSONB,
    "report" JSONB NOT NULL,
    "fitted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verdict_model_pkey" PRIMARY KEY ("project_id","kind","version")
);

CREATE TABLE "trace_facts" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "task" TEXT,
    "facts" JSONB NOT NULL,

    CONSTRAINT "trace_facts_pkey" PRIMARY KEY ("project_id","run_id")
);

CREATE TABLE "prediction" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "probability" DOUBLE PRECISION NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,
    "reasons" JSONB NOT NULL,
    "predicted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prediction_pkey" PRIMARY KEY ("project_id","run_id","kind")
);

CREATE TABLE "attribution" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "node_id" TEXT,
    "agent" TEXT,
    "suggested" JSONB NOT NULL,
    "is_taken_back" BOOLEAN NOT NULL DEFAULT false,
    "user_id" UUID NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribution_pkey" PRIMARY KEY ("project_id","run_id","id")
);

CREATE TABLE "comment" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "step_id" TEXT,
    "quote" TEXT,
    "quote_start" INTEGER,
    "body" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "by" TEXT NOT NULL,
    "mentions" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("project_id","run_id","id")
);

CREATE TABLE "failure_template" (
    "project_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "grouped_as" TEXT NOT NULL,

    CONSTRAINT "failure_template_pkey" PRIMARY KEY ("project_id","fingerprint")
);

CREATE TABLE "run_pair" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "a_version_id" UUID NOT NULL,
    "b_version_id" UUID NOT NULL,
    "a_run_id" UUID NOT NULL,
    "b_run_id" UUID NOT NULL,
    "scenario" TEXT,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_by_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "claimed_first" TEXT,

    CONSTRAINT "run_pair_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "pair_verdict" (
    "project_id" UUID NOT NULL,
    "pair_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "a_version_id" UUID NOT NULL,
    "b_version_id" UUID NOT NULL,
    "a_run_id" UUID NOT NULL,
    "b_run_id" UUID NOT NULL,
    "shown_first" TEXT NOT NULL,
    "choice" TEXT NOT NULL,
    "note" TEXT,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pair_verdict_pkey" PRIMARY KEY ("project_id","pair_id","user_id")
);

-- What is told of rows that are there.
ALTER TABLE "trial" ADD COLUMN "kept_id" UUID;
ALTER TABLE "signal" ADD COLUMN "probability" DOUBLE PRECISION;
ALTER TABLE "gate" ADD COLUMN "opened_on" JSONB;
ALTER TABLE "decision" ADD COLUMN "is_blind" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "revises" UUID;

-- Until they are grouped anew each message is a part and a leaf of its own, so that nothing joins a group of the old rule.
ALTER TABLE "failure" ADD COLUMN "part" TEXT;
UPDATE "failure" SET "part" = "fingerprint";
ALTER TABLE "failure" ALTER COLUMN "part" SET NOT NULL;
ALTER TABLE "failure_group"
  ADD COLUMN "leaf" TEXT,
  ADD COLUMN "status" TEXT NOT NULL DEFAULT 'open',
  ADD COLUMN "merged_into" TEXT,
  ADD COLUMN "owner_id" UUID,
  ADD COLUMN "archived_until" TIMESTAMPTZ(3),
  ADD COLUMN "until_escalating" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "resolved_at" TIMESTAMPTZ(3),
  ADD COLUMN "resolved_version_id" UUID,
  ADD COLUMN "regressed_at" TIMESTAMPTZ(3),
  ADD COLUMN "escalating_at" TIMESTAMPTZ(3);
UPDATE "failure_group" SET "leaf" = "fingerprint";
ALTER TABLE "failure_group" ALTER COLUMN "leaf" SET NOT NULL;

-- Its index goes with the column. The extension pg_trgm stays: somebody else may use it.
ALTER TABLE "run_summary"
  DROP COLUMN "search",
  ADD COLUMN "disputed" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "likely_bad" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "thread" TEXT,
  ADD COLUMN "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "execution" ADD COLUMN "gain" DOUBLE PRECISION, ADD COLUMN "expected_gain" DOUBLE PRECISION;
-- A run in the review band is flagged no more; one that evaluators see far apart is.
UPDATE "run_summary" SET "flag" = CASE
  WHEN num_nonnulls("peer", "downstream", "human") > 1
    AND greatest("peer", "downstream", "human") - least("peer", "downstream", "human") >= 0.5 - 1e-9 THEN 'apart'
  WHEN "flag" = 'poor' THEN 'poor' END
WHERE "flag" = 'review' OR ("flag" IS NULL OR "flag" = 'poor') AND "kind" = 'live' AND num_nonnulls("peer", "downstream", "human") > 1
  AND ("human_origin" IS NULL OR "human_origin" = 'ingest');

-- A mean is shown of the live runs that were measured enough to be judged, and what they were measured on is counted.
ALTER TABLE "rollup_hour" ADD COLUMN "live_completeness" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "live_efficiency" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "rollup_day" ADD COLUMN "live_completeness" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "live_efficiency" INTEGER NOT NULL DEFAULT 0;
CREATE TEMPORARY TABLE "reflagged" AS
SELECT "project_id", "chain_id", "version_id", date_trunc('hour', "occurred_at", 'UTC') AS hour, count("flag")::int AS flagged
FROM "run_summary" GROUP BY 1, 2, 3, 4;
UPDATE "rollup_hour" r SET "flagged" = c.flagged FROM "reflagged" c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."hour" = c.hour;
UPDATE "rollup_day" r SET "flagged" = c.flagged FROM (
  SELECT "project_id", "chain_id", "version_id", date_trunc('day', hour, 'UTC') AS day, sum(flagged)::int AS flagged FROM "reflagged" GROUP BY 1, 2, 3, 4) c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."day" = c.day;
DROP TABLE "reflagged";
CREATE TEMPORARY TABLE "recounted" AS
WITH counted AS (
  SELECT *, "profile" = 'stratt' AND coalesce(jsonb_typeof("factors" -> 'conformance') = 'number', false) AS is_traced FROM "run_summary"
  WHERE "kind" = 'live' AND "quality" IS NOT NULL
), judged AS (
  SELECT *, NOT (is_traced AND "band" IS NULL) AS is_judged, least(19, floor("quality" * 20 + 1e-9))::int AS bin FROM counted)
SELECT "project_id", "chain_id", "version_id", date_trunc('hour', "occurred_at", 'UTC') AS hour,
  count(*) FILTER (WHERE is_judged)::int AS scored,
  coalesce(sum("quality") FILTER (WHERE is_judged), 0) AS quality_sum,
  coalesce(sum("quality" * "quality") FILTER (WHERE is_judged), 0) AS quality_squares,
  (count(*) FILTER (WHERE is_traced AND jsonb_typeof("factors" -> 'completeness') = 'number'))::int AS live_completeness,
  (count(*) FILTER (WHERE is_traced AND jsonb_typeof("factors" -> 'efficiency') = 'number'))::int AS live_efficiency,
  ARRAY[count(*) FILTER (WHERE is_judged AND bin = 0), count(*) FILTER (WHERE is_judged AND bin = 1), count(*) FILTER (WHERE is_judged AND bin = 2), count(*) FILTER (WHERE is_judged AND bin = 3), count(*) FILTER (WHERE is_judged AND bin = 4), count(*) FILTER (WHERE is_judged AND bin = 5), count(*) FILTER (WHERE is_judged AND bin = 6), count(*) FILTER (WHERE is_judged AND bin = 7), count(*) FILTER (WHERE is_judged AND bin = 8), count(*) FILTER (WHERE is_judged AND bin = 9), count(*) FILTER (WHERE is_judged AND bin = 10), count(*) FILTER (WHERE is_judged AND bin = 11), count(*) FILTER (WHERE is_judged AND bin = 12), count(*) FILTER (WHERE is_judged AND bin = 13), count(*) FILTER (WHERE is_judged AND bin = 14), count(*) FILTER (WHERE is_judged AND bin = 15), count(*) FILTER (WHERE is_judged AND bin = 16), count(*) FILTER (WHERE is_judged AND bin = 17), count(*) FILTER (WHERE is_judged AND bin = 18), count(*) FILTER (WHERE is_judged AND bin = 19)]::int[] AS bins
FROM judged GROUP BY 1, 2, 3, 4;
UPDATE "rollup_hour" SET "scored" = 0, "quality_sum" = 0, "quality_squares" = 0, "histogram" = array_fill(0, ARRAY[20]);
UPDATE "rollup_hour" r SET "scored" = c.scored, "quality_sum" = c.quality_sum, "quality_squares" = c.quality_squares,
  "live_completeness" = c.live_completeness, "live_efficiency" = c.live_efficiency, "histogram" = c.bins
FROM "recounted" c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."hour" = c.hour;
UPDATE "rollup_day" SET "scored" = 0, "quality_sum" = 0, "quality_squares" = 0, "histogram" = array_fill(0, ARRAY[20]);
UPDATE "rollup_day" r SET "scored" = c.scored, "quality_sum" = c.quality_sum, "quality_squares" = c.quality_squares,
  "live_completeness" = c.live_completeness, "live_efficiency" = c.live_efficiency, "histogram" = c.bins
FROM (
  SELECT "project_id", "chain_id", "version_id", date_trunc('day', hour, 'UTC') AS day, sum(scored)::int AS scored, sum(quality_sum) AS quality_sum,
    sum(quality_squares) AS quality_squares, sum(live_completeness)::int AS live_completeness, sum(live_efficiency)::int AS live_efficiency,
    ARRAY[sum(bins[1]), sum(bins[2]), sum(bins[3]), sum(bins[4]), sum(bins[5]), sum(bins[6]), sum(bins[7]), sum(bins[8]), sum(bins[9]), sum(bins[10]), sum(bins[11]), sum(bins[12]), sum(bins[13]), sum(bins[14]), sum(bins[15]), sum(bins[16]), sum(bins[17]), sum(bins[18]), sum(bins[19]), sum(bins[20])]::int[] AS bins
  FROM "recounted" GROUP BY 1, 2, 3, 4) c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."day" = c.day;
DROP TABLE "recounted";

DROP INDEX "failure_group_project_id_last_seen_at_idx";
DROP INDEX "execution_iterated_idx";
CREATE INDEX "failure_group_project_id_leaf_idx" ON "failure_group"("project_id", "leaf");
CREATE INDEX "failure_group_project_id_last_seen_at_fingerprint_idx" ON "failure_group"("project_id", "last_seen_at", "fingerprint");
CREATE INDEX "failure_group_project_id_first_seen_at_fingerprint_idx" ON "failure_group"("project_id", "first_seen_at", "fingerprint");
CREATE INDEX "failure_group_project_id_merged_into_idx" ON "failure_group"("project_id", "merged_into");
CREATE INDEX "rollup_failure_day_project_id_fingerprint_day_idx" ON "rollup_failure_day"("project_id", "fingerprint", "day");
CREATE INDEX "run_summary_tags_idx" ON "run_summary" USING gin ("project_id", "tags") WHERE "tags" <> '{}';
CREATE INDEX "execution_iterated_idx" ON "execution" ("project_id", "updated_at" DESC, "chain_id", "key") WHERE "attempts" > 1;
CREATE INDEX "execution_state_idx" ON "execution" ("project_id", "state", "updated_at" DESC, "chain_id", "key") WHERE "attempts" > 1;
CREATE INDEX "execution_gain_idx" ON "execution" ("project_id", "state", "gain" DESC NULLS LAST, "chain_id", "key") WHERE "attempts" > 1;
CREATE INDEX "execution_expected_gain_idx" ON "execution" ("project_id", "state", "expected_gain" DESC NULLS LAST, "chain_id", "key") WHERE "attempts" > 1;
CREATE INDEX "execution_attempts_idx" ON "execution" ("project_id", "state", "attempts" DESC, "chain_id", "key") WHERE "attempts" > 1;
CREATE INDEX "run_summary_thread_idx" ON "run_summary" ("project_id", "thread", "occurred_at" DESC, "id" DESC) WHERE "thread" IS NOT NULL;

CREATE INDEX "attribution_project_id_recorded_at_idx" ON "attribution"("project_id", "recorded_at");
CREATE UNIQUE INDEX "run_pair_project_id_a_run_id_b_run_id_key" ON "run_pair"("project_id", "a_run_id", "b_run_id");
CREATE INDEX "run_pair_project_id_a_version_id_b_version_id_idx" ON "run_pair"("project_id", "a_version_id", "b_version_id");
CREATE INDEX "pair_verdict_project_id_a_version_id_b_version_id_idx" ON "pair_verdict"("project_id", "a_version_id", "b_version_id");
CREATE UNIQUE INDEX "kept_scenario_project_id_chain_id_request_hash_key" ON "kept_scenario"("project_id", "chain_id", "request_hash");
CREATE UNIQUE INDEX "kept_scenario_project_id_chain_id_scenario_key" ON "kept_scenario"("project_id", "chain_id", "scenario");
CREATE INDEX "run_text_project_id_occurred_at_run_id_idx" ON "run_text"("project_id", "occurred_at" DESC, "run_id" DESC);
CREATE INDEX "run_tag_project_id_tag_idx" ON "run_tag"("project_id", "tag");
CREATE INDEX "saved_view_project_id_screen_scope_idx" ON "saved_view"("project_id", "screen", "scope");
CREATE INDEX "sign_in_domain_domain_idx" ON "sign_in_domain"("domain");
CREATE INDEX "review_item_project_id_state_value_queued_at_run_id_idx" ON "review_item"("project_id", "state", "value" DESC, "queued_at", "run_id");
CREATE INDEX "review_item_project_id_claimed_by_id_idx" ON "review_item"("project_id", "claimed_by_id");
CREATE INDEX "review_item_project_id_assigned_to_id_idx" ON "review_item"("project_id", "assigned_to_id");
CREATE INDEX "rubric_answer_project_id_chain_id_at_idx" ON "rubric_answer"("project_id", "chain_id", "at");
CREATE INDEX "run_text_words_idx" ON "run_text" USING gin ("project_id", "words");
CREATE INDEX "review_item_drawn_idx" ON "review_item" ("project_id", "queued_at") WHERE "probability" IS NOT NULL;
CREATE INDEX "review_item_held_idx" ON "review_item" ("project_id", "held_by_id", "held_until") WHERE "held_by_id" IS NOT NULL;

-- How often a word occurs is known of a few thousand of them; by that a search chooses its way.
ALTER TABLE "run_text" ALTER COLUMN "words" SET STATISTICS 400;

-- Facts are only ever added.
CREATE TRIGGER pair_verdict_kept BEFORE UPDATE OR DELETE ON pair_verdict FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pair_verdict_not_emptied BEFORE TRUNCATE ON pair_verdict FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rubric_answer_kept BEFORE UPDATE OR DELETE ON rubric_answer FOR EACH ROW EXECUTE FUNCTION refuse_change();
