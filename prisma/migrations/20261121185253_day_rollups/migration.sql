-- CreateTable
CREATE TABLE "rollup_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "runs" INTEGER NOT NULL,
    "dry_runs" INTEGER NOT NULL,
    "failed_runs" INTEGER NOT NULL,
    "scored" INTEGER NOT NULL,
    "quality_sum" DOUBLE PRECISION NOT NULL,
    "quality_squares" DOUBLE PRECISION NOT NULL,
    "live_scored" INTEGER NOT NULL,
    "live_quality_sum" DOUBLE PRECISION NOT NULL,
    "live_squares" DOUBLE PRECISION NOT NULL,
    "histogram" INTEGER[],
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
    "cost_usd" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rollup_day_pkey" PRIMARY KEY ("project_id","day","chain_id","version_id")
);

-- CreateTable
CREATE TABLE "rollup_failure_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "failure_class" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "roots" INTEGER NOT NULL,
    "cascades" INTEGER NOT NULL,

    CONSTRAINT "rollup_failure_day_pkey" PRIMARY KEY ("project_id","day","chain_id","version_id","failure_class","node","fingerprint")
);

-- CreateIndex
CREATE INDEX "rollup_day_project_id_chain_id_day_idx" ON "rollup_day"("project_id", "chain_id", "day");

-- CreateIndex
CREATE INDEX "rollup_day_project_id_version_id_day_idx" ON "rollup_day"("project_id", "version_id", "day");

-- What the hours hold already.
INSERT INTO "rollup_day" (project_id, day, chain_id, version_id, histogram, runs, dry_runs, failed_runs, scored, quality_sum, quality_squares, live_scored, live_quality_sum, live_squares, grade_excellent, grade_good, grade_acceptable, grade_poor, grade_failed, band_good, band_review, band_poor, blocked, confidence_count, confidence_sum, accepted, iterating, accepted_best, escalated, insufficient, human_reviewed, flagged, tokens, cost_usd)
SELECT project_id, date_trunc('day', hour, 'UTC'), chain_id, version_id, ARRAY[sum(histogram[1])::int, sum(histogram[2])::int, sum(histogram[3])::int, sum(histogram[4])::int, sum(histogram[5])::int, sum(histogram[6])::int, sum(histogram[7])::int, sum(histogram[8])::int, sum(histogram[9])::int, sum(histogram[10])::int, sum(histogram[11])::int, sum(histogram[12])::int, sum(histogram[13])::int, sum(histogram[14])::int, sum(histogram[15])::int, sum(histogram[16])::int, sum(histogram[17])::int, sum(histogram[18])::int, sum(histogram[19])::int, sum(histogram[20])::int], sum(runs), sum(dry_runs), sum(failed_runs), sum(scored), sum(quality_sum), sum(quality_squares), sum(live_scored), sum(live_quality_sum), sum(live_squares), sum(grade_excellent), sum(grade_good), sum(grade_acceptable), sum(grade_poor), sum(grade_failed), sum(band_good), sum(band_review), sum(band_poor), sum(blocked), sum(confidence_count), sum(confidence_sum), sum(accepted), sum(iterating), sum(accepted_best), sum(escalated), sum(insufficient), sum(human_reviewed), sum(flagged), sum(tokens), sum(cost_usd)
FROM "rollup_hour" GROUP BY 1, 2, 3, 4;

INSERT INTO "rollup_failure_day" (project_id, day, chain_id, version_id, failure_class, node, fingerprint, roots, cascades)
SELECT project_id, date_trunc('day', hour, 'UTC'), chain_id, version_id, failure_class, node, fingerprint, sum(roots), sum(cascades)
FROM "rollup_failure" GROUP BY 1, 2, 3, 4, 5, 6, 7;
