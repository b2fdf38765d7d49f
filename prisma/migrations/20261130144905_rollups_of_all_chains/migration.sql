-- The first hour with runs of each version.
ALTER TABLE "chain_version" ADD COLUMN     "first_hour" TIMESTAMPTZ(0);

-- The counts of all chains together, apart for candidates.
CREATE TABLE "rollup_project_hour" (
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "is_candidate" BOOLEAN NOT NULL,
    "runs" INTEGER NOT NULL,
    "dry_runs" INTEGER NOT NULL,
    "failed_runs" INTEGER NOT NULL,
    "scored" INTEGER NOT NULL,
    "quality_sum" DOUBLE PRECISION NOT NULL,
    "quality_squares" DOUBLE PRECISION NOT NULL,
    "live_scored" INTEGER NOT NULL,
    "live_quality_sum" DOUBLE PRECISION NOT NULL,
    "live_squares" DOUBLE PRECISION NOT NULL,
    "live_traced" INTEGER NOT NULL DEFAULT 0,
    "live_kept" INTEGER NOT NULL DEFAULT 0,
    "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "live_completeness" INTEGER NOT NULL DEFAULT 0,
    "live_efficiency" INTEGER NOT NULL DEFAULT 0,
    "grade_excellent" INTEGER NOT NULL,
    "grade_good" INTEGER NOT NULL,
    "grade_acceptable" INTEGER NOT NULL,
    "grade_poor" INTEGER NOT NULL,
    "grade_failed" INTEGER NOT NULL,
    "band_good" INTEGER NOT NULL,
    "band_review" INTEGER NOT NULL,
    "band_poor" INTEGER NOT NULL,
    "blocked" INTEGER NOT NULL,
    "confidence_count" INTEGER NOT NULL,
    "confidence_sum" DOUBLE PRECISION NOT NULL,
    "accepted" INTEGER NOT NULL,
    "iterating" INTEGER NOT NULL,
    "accepted_best" INTEGER NOT NULL,
    "escalated" INTEGER NOT NULL,
    "insufficient" INTEGER NOT NULL,
    "human_reviewed" INTEGER NOT NULL,
    "flagged" INTEGER NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "token_runs" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DOUBLE PRECISION NOT NULL,
    "cost_runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_project_hour_pkey" PRIMARY KEY ("project_id","hour","is_candidate")
);

CREATE TABLE "rollup_project_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "is_candidate" BOOLEAN NOT NULL,
    "runs" INTEGER NOT NULL,
    "dry_runs" INTEGER NOT NULL,
    "failed_runs" INTEGER NOT NULL,
    "scored" INTEGER NOT NULL,
    "quality_sum" DOUBLE PRECISION NOT NULL,
    "quality_squares" DOUBLE PRECISION NOT NULL,
    "live_scored" INTEGER NOT NULL,
    "live_quality_sum" DOUBLE PRECISION NOT NULL,
    "live_squares" DOUBLE PRECISION NOT NULL,
    "live_traced" INTEGER NOT NULL DEFAULT 0,
    "live_kept" INTEGER NOT NULL DEFAULT 0,
    "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "live_completeness" INTEGER NOT NULL DEFAULT 0,
    "live_efficiency" INTEGER NOT NULL DEFAULT 0,
    "grade_excellent" INTEGER NOT NULL,
    "grade_good" INTEGER NOT NULL,
    "grade_acceptable" INTEGER NOT NULL,
    "grade_poor" INTEGER NOT NULL,
    "grade_failed" INTEGER NOT NULL,
    "band_good" INTEGER NOT NULL,
    "band_review" INTEGER NOT NULL,
    "band_poor" INTEGER NOT NULL,
    "blocked" INTEGER NOT NULL,
    "confidence_count" INTEGER NOT NULL,
    "confidence_sum" DOUBLE PRECISION NOT NULL,
    "accepted" INTEGER NOT NULL,
    "iterating" INTEGER NOT NULL,
    "accepted_best" INTEGER NOT NULL,
    "escalated" INTEGER NOT NULL,
    "insufficient" INTEGER NOT NULL,
    "human_reviewed" INTEGER NOT NULL,
    "flagged" INTEGER NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "token_runs" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DOUBLE PRECISION NOT NULL,
    "cost_runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_project_day_pkey" PRIMARY KEY ("project_id","day","is_candidate")
);

CREATE INDEX "chain_version_first_hour_idx" ON "chain_version" ("project_id", "first_hour") INCLUDE ("state");

-- The candidates, which are few among the versions.
CREATE INDEX "chain_version_candidate_idx" ON "chain_version" ("project_id", "id") WHERE "state" = 'candidate';

INSERT INTO "rollup_project_hour" (project_id, hour, is_candidate, runs, dry_runs, failed_runs, scored, quality_sum, quality_squares, live_scored, live_quality_sum, live_squares, live_traced, live_kept, live_kept_sum, live_completeness, live_efficiency, grade_excellent, grade_good, grade_acceptable, grade_poor, grade_failed, band_good, band_review, band_poor, blocked, confidence_count, confidence_sum, accepted, iterating, accepted_best, escalated, insufficient, human_reviewed, flagged, tokens, token_runs, cost_usd, cost_runs)
SELECT r.project_id, r.hour, v.state = 'candidate', sum(r.runs), sum(r.dry_runs), sum(r.failed_runs), sum(r.scored), sum(r.quality_sum), sum(r.quality_squares), sum(r.live_scored), sum(r.live_quality_sum), sum(r.live_squares), sum(r.live_traced), sum(r.live_kept), sum(r.live_kept_sum), sum(r.live_completeness), sum(r.live_efficiency), sum(r.grade_excellent), sum(r.grade_good), sum(r.grade_acceptable), sum(r.grade_poor), sum(r.grade_failed), sum(r.band_good), sum(r.band_review), sum(r.band_poor), sum(r.blocked), sum(r.confidence_count), sum(r.confidence_sum), sum(r.accepted), sum(r.iterating), sum(r.accepted_best), sum(r.escalated), sum(r.insufficient), sum(r.human_reviewed), sum(r.flagged), sum(r.tokens), sum(r.token_runs), sum(r.cost_usd), sum(r.cost_runs)
FROM "rollup_hour" r JOIN "chain_version" v ON v.project_id = r.project_id AND v.id = r.version_id GROUP BY 1, 2, 3;

INSERT INTO "rollup_project_day" (project_id, day, is_candidate, runs, dry_runs, failed_runs, scored, quality_sum, quality_squares, live_scored, live_quality_sum, live_squares, live_traced, live_kept, live_kept_sum, live_completeness, live_efficiency, grade_excellent, grade_good, grade_acceptable, grade_poor, grade_failed, band_good, band_review, band_poor, blocked, confidence_count, confidence_sum, accepted, iterating, accepted_best, escalated, insufficient, human_reviewed, flagged, tokens, token_runs, cost_usd, cost_runs)
SELECT r.project_id, r.day, v.state = 'candidate', sum(r.runs), sum(r.dry_runs), sum(r.failed_runs), sum(r.scored), sum(r.quality_sum), sum(r.quality_squares), sum(r.live_scored), sum(r.live_quality_sum), sum(r.live_squares), sum(r.live_traced), sum(r.live_kept), sum(r.live_kept_sum), sum(r.live_completeness), sum(r.live_efficiency), sum(r.grade_excellent), sum(r.grade_good), sum(r.grade_acceptable), sum(r.grade_poor), sum(r.grade_failed), sum(r.band_good), sum(r.band_review), sum(r.band_poor), sum(r.blocked), sum(r.confidence_count), sum(r.confidence_sum), sum(r.accepted), sum(r.iterating), sum(r.accepted_best), sum(r.escalated), sum(r.insufficient), sum(r.human_reviewed), sum(r.flagged), sum(r.tokens), sum(r.token_runs), sum(r.cost_usd), sum(r.cost_runs)
FROM "rollup_day" r JOIN "chain_version" v ON v.project_id = r.project_id AND v.id = r.version_id GROUP BY 1, 2, 3;

UPDATE "chain_version" v SET first_hour = f.hour FROM (
  SELECT project_id, version_id, min(hour) AS hour FROM "rollup_hour" WHERE runs > 0 GROUP BY 1, 2) f
WHERE v.project_id = f.project_id AND v.id = f.version_id;
