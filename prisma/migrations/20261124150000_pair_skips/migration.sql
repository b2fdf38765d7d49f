ALTER TABLE "run_pair" ADD COLUMN "skipped_by" UUID[] DEFAULT ARRAY[]::UUID[];
