-- AlterTable
ALTER TABLE "run_summary" ADD COLUMN     "is_overridden" BOOLEAN NOT NULL DEFAULT false;
