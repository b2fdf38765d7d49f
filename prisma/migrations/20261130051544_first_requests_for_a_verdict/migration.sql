-- AlterTable
ALTER TABLE "review_item" ADD COLUMN     "first_asked_by_id" UUID;

-- Of a run that only a request for more than one verdict keeps waiting, someone may have asked for the first before.
UPDATE "review_item" SET "first_asked_by_id" = "asked_by_id"
WHERE "asked_by_id" IS NOT NULL AND "needed" > 1 AND "said_by" = '{}' AND "reasons" = ARRAY['asked'];
