-- CreateTable
CREATE TABLE "failing_work" (
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failing_since" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "failing_work_pkey" PRIMARY KEY ("project_id","kind","item")
);

-- CreateIndex
CREATE INDEX "failing_work_next_attempt_at_idx" ON "failing_work"("next_attempt_at");
