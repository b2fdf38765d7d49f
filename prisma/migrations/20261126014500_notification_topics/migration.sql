-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "topic" TEXT;
