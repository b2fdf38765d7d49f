-- The failures of a day by group, of all chains and versions together.
CREATE TABLE "rollup_group_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "failure_class" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "roots" INTEGER NOT NULL,
    "cascades" INTEGER NOT NULL,

    CONSTRAINT "rollup_group_day_pkey" PRIMARY KEY ("project_id","day","failure_class","node","fingerprint")
);
CREATE INDEX "rollup_group_day_project_id_fingerprint_day_idx" ON "rollup_group_day"("project_id", "fingerprint", "day");

INSERT INTO "rollup_group_day" (project_id, day, failure_class, node, fingerprint, roots, cascades)
SELECT project_id, day, failure_class, node, fingerprint, sum(roots)::int, sum(cascades)::int FROM "rollup_failure_day"
GROUP BY 1, 2, 3, 4, 5 HAVING sum(roots) <> 0 OR sum(cascades) <> 0;

-- The runs that failed, in the order of time: those of a group are found among them.
CREATE INDEX "run_summary_failed_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "failure_class" IS NOT NULL;

-- The groups that the run of a dead letter failed in, so that those of a group are found by it, however many there are.
ALTER TABLE "dead_letter" ADD COLUMN "fingerprints" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "dead_letter" d SET fingerprints = f.fingerprints FROM (
  SELECT k.project_id, k.run_key, array_agg(DISTINCT f.fingerprint) AS fingerprints
  FROM "dead_letter" l JOIN "run_key" k ON k.project_id = l.project_id AND k.run_key = l.run_key
  JOIN "failure" f ON f.project_id = k.project_id AND f.run_id = k.run_id GROUP BY 1, 2) f
WHERE d.project_id = f.project_id AND d.run_key = f.run_key;
CREATE INDEX "dead_letter_fingerprints_idx" ON "dead_letter" USING gin ("project_id", "fingerprints") WHERE "fingerprints" <> '{}';
