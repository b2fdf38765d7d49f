-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "links" TEXT[] DEFAULT ARRAY[]::TEXT[];
