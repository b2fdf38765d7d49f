-- AlterTable
ALTER TABLE "review_item" ADD COLUMN     "asked_by" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "asked_for" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "was_assigned_to_id" UUID,
ADD COLUMN     "assignment_ended_by" UUID,
ADD COLUMN     "was_held_until" TIMESTAMPTZ(3),
ADD COLUMN     "hold_ended_by" UUID;

-- Each request stands by itself; of those that were stored over one another, the last two are known.
UPDATE "review_item" SET
  "asked_by" = CASE WHEN "first_asked_by_id" IS NULL THEN ARRAY["asked_by_id"] ELSE ARRAY["first_asked_by_id", "asked_by_id"] END,
  "asked_for" = CASE WHEN "first_asked_by_id" IS NULL THEN ARRAY["needed"] ELSE ARRAY[1, "needed"] END
WHERE "asked_by_id" IS NOT NULL;

-- AlterTable
ALTER TABLE "review_item" DROP COLUMN "asked_by_id",
DROP COLUMN "first_asked_by_id";

-- AlterTable
ALTER TABLE "saved_view" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "attribution" ADD COLUMN     "withdraws" UUID;

-- So far the newest statement was what was taken back.
UPDATE "attribution" t SET "withdraws" = x."withdrawn" FROM (
  SELECT t."project_id", t."run_id", t."id", (array_agg(a."id" ORDER BY a."recorded_at" DESC, a."id" DESC))[1] AS "withdrawn"
  FROM "attribution" t JOIN "attribution" a ON a."project_id" = t."project_id" AND a."run_id" = t."run_id"
    AND NOT a."is_taken_back" AND (a."recorded_at", a."id") < (t."recorded_at", t."id")
  WHERE t."is_taken_back" GROUP BY t."project_id", t."run_id", t."id"
) x
WHERE x."project_id" = t."project_id" AND x."run_id" = t."run_id" AND x."id" = t."id";
