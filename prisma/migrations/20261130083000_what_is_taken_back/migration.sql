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
