-- CreateTable
CREATE TABLE "config_version" (
    "project_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "comment" TEXT,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "config_version_pkey" PRIMARY KEY ("project_id","scope","number")
);

-- CreateTable
CREATE TABLE "thinking_session" (
    "project_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "target" TEXT,
    "workflow" TEXT,
    "thoughts" INTEGER NOT NULL DEFAULT 0,
    "branches" INTEGER NOT NULL DEFAULT 0,
    "is_finished" BOOLEAN NOT NULL DEFAULT false,
    "next_ordinal" INTEGER NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thinking_session_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "thought" (
    "project_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "branch_id" TEXT,
    "input" JSONB NOT NULL,
    "result" JSONB NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thought_pkey" PRIMARY KEY ("project_id","session_id","ordinal")
);

-- CreateTable
CREATE TABLE "thinking_template" (
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "template" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thinking_template_pkey" PRIMARY KEY ("project_id","name")
);

-- CreateTable
CREATE TABLE "run_check" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "run_key" TEXT NOT NULL,
    "node_id" TEXT,
    "kind" TEXT NOT NULL,
    "is_ok" BOOLEAN,
    "is_override" BOOLEAN NOT NULL DEFAULT false,
    "input" JSONB NOT NULL,
    "result" JSONB NOT NULL,
    "by" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_check_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "dead_letter" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" TEXT,
    "run_key" TEXT,
    "operation" TEXT NOT NULL,
    "args" JSONB NOT NULL,
    "error" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL DEFAULT 3,
    "next_retry_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "leased_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "dead_letter_event" (
    "project_id" UUID NOT NULL,
    "dead_letter_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "error" TEXT,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_letter_event_pkey" PRIMARY KEY ("project_id","dead_letter_id","id")
);

-- CreateTable
CREATE TABLE "judge_call" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "content_hash" TEXT NOT NULL,
    "worker" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "score" INTEGER,
    "feedback" TEXT,
    "error" TEXT,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cost_usd" DOUBLE PRECISION,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "called_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_call_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "judge_answer" (
    "project_id" UUID NOT NULL,
    "content_hash" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "feedback" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_answer_pkey" PRIMARY KEY ("project_id","content_hash")
);

-- CreateTable
CREATE TABLE "judge_spend" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "reserved_usd" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "judge_spend_pkey" PRIMARY KEY ("project_id","day")
);

-- CreateTable
CREATE TABLE "judge_breaker" (
    "project_id" UUID NOT NULL,
    "worker" TEXT NOT NULL,
    "rejections" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),
    "probe_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_breaker_pkey" PRIMARY KEY ("project_id","worker")
);

-- CreateIndex
CREATE INDEX "thinking_session_project_id_updated_at_id_idx" ON "thinking_session"("project_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_check_project_id_run_key_recorded_at_idx" ON "run_check"("project_id", "run_key", "recorded_at");

-- CreateIndex
CREATE INDEX "dead_letter_project_id_status_next_retry_at_idx" ON "dead_letter"("project_id", "status", "next_retry_at");

-- CreateIndex
CREATE INDEX "dead_letter_project_id_created_at_id_idx" ON "dead_letter"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "dead_letter_project_id_run_key_idx" ON "dead_letter"("project_id", "run_key");

-- CreateIndex
CREATE INDEX "judge_call_project_id_called_at_id_idx" ON "judge_call"("project_id", "called_at" DESC, "id" DESC);
