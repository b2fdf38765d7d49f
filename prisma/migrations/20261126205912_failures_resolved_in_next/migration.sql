-- AlterTable
ALTER TABLE "failure_group" ADD COLUMN     "resolved_in_next" BOOLEAN NOT NULL DEFAULT false;
