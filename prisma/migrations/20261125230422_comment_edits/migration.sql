-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "edited_at" TIMESTAMPTZ(3);
