-- Who was shown which side is which, whether they answered or not.
ALTER TABLE "run_pair" RENAME COLUMN "left_by" TO "shown_to";

-- Answers given so far were final: their authors may have seen the sides since.
UPDATE "run_pair" p SET "shown_to" = p."shown_to" || v."people"
FROM (
  SELECT "project_id", "pair_id", array_agg("user_id") AS "people" FROM "pair_verdict" GROUP BY "project_id", "pair_id"
) v
WHERE v."project_id" = p."project_id" AND v."pair_id" = p."id";

-- A person may answer a pair again after taking their answer back.
ALTER TABLE "pair_verdict" DROP CONSTRAINT "pair_verdict_pkey";
ALTER TABLE "pair_verdict" ADD CONSTRAINT "pair_verdict_pkey" PRIMARY KEY ("project_id", "pair_id", "id");
ALTER TABLE "pair_verdict" ADD COLUMN "retracts" UUID;
ALTER TABLE "pair_verdict" ALTER COLUMN "choice" DROP NOT NULL;
ALTER TABLE "pair_verdict" ADD CONSTRAINT "pair_verdict_answers_or_retracts" CHECK (("choice" IS NULL) = ("retracts" IS NOT NULL));

-- An answer is taken back once.
CREATE UNIQUE INDEX "pair_verdict_project_id_retracts_key" ON "pair_verdict"("project_id", "retracts");
