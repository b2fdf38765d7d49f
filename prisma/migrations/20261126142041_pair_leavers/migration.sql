-- AlterTable
ALTER TABLE "run_pair" ADD COLUMN     "left_by" UUID[] DEFAULT ARRAY[]::UUID[];
