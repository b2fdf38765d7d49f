-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "disabled_by" TEXT;

-- What was switched off before has told the case in its sentence and its count alone.
UPDATE "webhook_endpoint" SET "disabled_by" =
  CASE WHEN "disabled_why" LIKE 'It answered 410%' THEN 'gone' WHEN "disabled_why" LIKE 'The last retry of%' THEN 'failing' ELSE 'person' END
WHERE "disabled_at" IS NOT NULL;
