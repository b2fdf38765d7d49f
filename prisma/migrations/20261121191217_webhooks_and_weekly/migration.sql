-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "form" TEXT NOT NULL DEFAULT 'standard',
    "secret" TEXT NOT NULL,
    "old_secret" TEXT,
    "events" TEXT[],
    "failures" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_why" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "webhook_message" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "project_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "next_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("project_id","message_id","endpoint_id")
);

-- CreateTable
CREATE TABLE "weekly_review" (
    "project_id" UUID NOT NULL,
    "week" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "report" JSONB NOT NULL,
    "markdown" TEXT NOT NULL,
    "made_by" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "weekly_review_pkey" PRIMARY KEY ("project_id","week","revision")
);

-- CreateTable
CREATE TABLE "weekly_action" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "week" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "chain_id" UUID,
    "owner_id" UUID,
    "due_on" DATE,
    "metric" JSONB,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "weekly_action_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_message_project_id_at_id_idx" ON "webhook_message"("project_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_updated_at_idx" ON "webhook_delivery"("project_id", "endpoint_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_status_next_at_idx" ON "webhook_delivery"("project_id", "status", "next_at");

-- CreateIndex
CREATE INDEX "weekly_action_project_id_week_idx" ON "weekly_action"("project_id", "week");

-- CreateIndex
CREATE INDEX "weekly_action_project_id_status_idx" ON "weekly_action"("project_id", "status");
