-- CreateTable
CREATE TABLE "payload" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "object" UUID NOT NULL,
    "node_id" TEXT,
    "field" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "stored" INTEGER NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "payload_pkey" PRIMARY KEY ("project_id","run_id","object")
);

-- CreateTable
CREATE TABLE "payload_pass" (
    "project_id" UUID NOT NULL,
    "after_run_id" UUID,
    "began_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payload_pass_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "payload_project_id_gone_at_idx" ON "payload"("project_id", "gone_at");
