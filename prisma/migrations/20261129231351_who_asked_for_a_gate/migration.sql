-- AlterTable
ALTER TABLE "gate" ADD COLUMN     "opened_by_id" UUID;
