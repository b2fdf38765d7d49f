-- DropIndex
DROP INDEX "webhook_delivery_project_id_endpoint_id_updated_at_idx";

-- DropIndex
DROP INDEX "webhook_delivery_project_id_status_next_at_idx";

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "mail_off" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "mail_on" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "mail" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "address" TEXT,
    "error" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "mail_project_id_status_next_at_idx" ON "mail"("project_id", "status", "next_at");

-- CreateIndex
CREATE INDEX "mail_project_id_status_updated_at_id_idx" ON "mail"("project_id", "status", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "gate_project_id_decided_at_id_idx" ON "gate"("project_id", "decided_at" DESC, "id");

-- CreateIndex
CREATE INDEX "notification_project_id_user_id_read_at_id_idx" ON "notification"("project_id", "user_id", "read_at", "id" DESC);

-- CreateIndex
CREATE INDEX "notification_project_id_at_idx" ON "notification"("project_id", "at");

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_updated_at_message__idx" ON "webhook_delivery"("project_id", "endpoint_id", "updated_at" DESC, "message_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_status_updated_at_m_idx" ON "webhook_delivery"("project_id", "endpoint_id", "status", "updated_at" DESC, "message_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_status_next_at_idx" ON "webhook_delivery"("project_id", "endpoint_id", "status", "next_at");
