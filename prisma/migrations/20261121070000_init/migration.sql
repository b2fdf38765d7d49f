-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_link" (
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "chain" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "profile" TEXT NOT NULL DEFAULT 'stratt',
    "max_attempts" INTEGER NOT NULL DEFAULT 3,
    "regression_threshold" DOUBLE PRECISION NOT NULL DEFAULT 0.05,
    "min_live_runs" INTEGER NOT NULL DEFAULT 3,
    "gate_hours" DOUBLE PRECISION NOT NULL DEFAULT 24,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "chain_version" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'live',
    "author_id" UUID,
    "contract" JSONB,
    "criteria" JSONB,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_version_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "run" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scenario" TEXT,
    "execution" TEXT,
    "attempt" INTEGER NOT NULL,
    "max_attempts" INTEGER,
    "status" TEXT NOT NULL,
    "request" JSONB,
    "output" JSONB,
    "error" JSONB,
    "tokens" JSONB,
    "cost_usd" DOUBLE PRECISION,
    "budget" JSONB,
    "contract" JSONB,
    "criteria" JSONB,
    "sources" JSONB,
    "metadata" JSONB,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "duration_ms" DOUBLE PRECISION,
    "submitted_via" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "node_run" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT,
    "type" TEXT,
    "dependencies" TEXT[],
    "status" TEXT NOT NULL,
    "output" JSONB,
    "error" JSONB,
    "tool_calls" JSONB,
    "files" JSONB,
    "tokens" JSONB,
    "attempts" INTEGER,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "duration_ms" DOUBLE PRECISION,

    CONSTRAINT "node_run_pkey" PRIMARY KEY ("project_id","run_id","node_id")
);

-- CreateTable
CREATE TABLE "signal" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "evaluator" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "raw" JSONB,
    "origin" TEXT NOT NULL,
    "by" TEXT,
    "comment" TEXT,
    "decision_id" UUID,
    "retracts" UUID,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signal_pkey" PRIMARY KEY ("project_id","run_id","id")
);

-- CreateTable
CREATE TABLE "otlp_span" (
    "project_id" UUID NOT NULL,
    "trace_id" TEXT NOT NULL,
    "span_id" TEXT NOT NULL,
    "span" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "otlp_span_pkey" PRIMARY KEY ("project_id","trace_id","span_id")
);

-- CreateTable
CREATE TABLE "issue" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "stage" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "blocker" BOOLEAN NOT NULL,

    CONSTRAINT "issue_pkey" PRIMARY KEY ("project_id","run_id","ordinal")
);

-- CreateTable
CREATE TABLE "score" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "series" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "profile" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "grade" TEXT,
    "band" TEXT,
    "blocked" BOOLEAN NOT NULL,
    "breakdown" JSONB NOT NULL,
    "engine_version" TEXT NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "score_pkey" PRIMARY KEY ("project_id","run_id","series","revision")
);

-- CreateTable
CREATE TABLE "failure" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "failure_class" TEXT NOT NULL,
    "retryable" BOOLEAN NOT NULL,
    "failure_mode" TEXT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "matched" TEXT,
    "role" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failure_pkey" PRIMARY KEY ("project_id","run_id","node_id")
);

-- CreateTable
CREATE TABLE "failure_group" (
    "project_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "failure_class" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "roots" INTEGER NOT NULL,
    "cascades" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_run_id" UUID NOT NULL,

    CONSTRAINT "failure_group_pkey" PRIMARY KEY ("project_id","fingerprint")
);

-- CreateTable
CREATE TABLE "run_summary" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scenario" TEXT,
    "execution" TEXT,
    "attempt" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" DOUBLE PRECISION,
    "tokens" DOUBLE PRECISION,
    "cost_usd" DOUBLE PRECISION,
    "nodes" INTEGER NOT NULL,
    "failed_nodes" INTEGER NOT NULL,
    "issues" INTEGER NOT NULL,
    "profile" TEXT NOT NULL,
    "quality" DOUBLE PRECISION,
    "gaff" DOUBLE PRECISION,
    "grade" TEXT,
    "stratt" DOUBLE PRECISION,
    "band" TEXT,
    "factors" JSONB NOT NULL,
    "blocked" BOOLEAN NOT NULL,
    "confidence" DOUBLE PRECISION,
    "coverage" DOUBLE PRECISION NOT NULL,
    "self" DOUBLE PRECISION,
    "peer" DOUBLE PRECISION,
    "downstream" DOUBLE PRECISION,
    "human" DOUBLE PRECISION,
    "human_origin" TEXT,
    "decision" TEXT NOT NULL,
    "decision_kind" TEXT,
    "max_attempts" INTEGER NOT NULL,
    "blockers" TEXT[],
    "basis" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "failure_class" TEXT,
    "flag" TEXT,
    "search" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "run_summary_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "execution" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "version_id" UUID NOT NULL,
    "scores" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "best_attempt" INTEGER,
    "best_score" DOUBLE PRECISION,
    "decision" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "execution_pkey" PRIMARY KEY ("project_id","chain_id","key")
);

-- CreateTable
CREATE TABLE "gate" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "prior_version_id" UUID,
    "run_id" UUID,
    "title" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "opened_by" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "reason" TEXT,
    "evidence" JSONB,
    "evidence_digest" TEXT,
    "effect" JSONB,

    CONSTRAINT "gate_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "decision" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "run_id" UUID,
    "gate_id" UUID,
    "undoes" UUID,
    "user_id" UUID,
    "verdict" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "reason" TEXT,
    "evidence_digest" TEXT,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decision_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "rollup_hour" (
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "runs" INTEGER NOT NULL,
    "dry_runs" INTEGER NOT NULL,
    "failed_runs" INTEGER NOT NULL,
    "scored" INTEGER NOT NULL,
    "quality_sum" DOUBLE PRECISION NOT NULL,
    "quality_squares" DOUBLE PRECISION NOT NULL,
    "live_scored" INTEGER NOT NULL,
    "live_quality_sum" DOUBLE PRECISION NOT NULL,
    "live_squares" DOUBLE PRECISION NOT NULL,
    "histogram" INTEGER[],
    "grade_excellent" INTEGER NOT NULL,
    "grade_good" INTEGER NOT NULL,
    "grade_acceptable" INTEGER NOT NULL,
    "grade_poor" INTEGER NOT NULL,
    "grade_failed" INTEGER NOT NULL,
    "band_good" INTEGER NOT NULL,
    "band_review" INTEGER NOT NULL,
    "band_poor" INTEGER NOT NULL,
    "blocked" INTEGER NOT NULL,
    "confidence_count" INTEGER NOT NULL,
    "confidence_sum" DOUBLE PRECISION NOT NULL,
    "accepted" INTEGER NOT NULL,
    "iterating" INTEGER NOT NULL,
    "accepted_best" INTEGER NOT NULL,
    "escalated" INTEGER NOT NULL,
    "insufficient" INTEGER NOT NULL,
    "human_reviewed" INTEGER NOT NULL,
    "flagged" INTEGER NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "cost_usd" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rollup_hour_pkey" PRIMARY KEY ("project_id","hour","chain_id","version_id")
);

-- CreateTable
CREATE TABLE "rollup_failure" (
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "failure_class" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "roots" INTEGER NOT NULL,
    "cascades" INTEGER NOT NULL,

    CONSTRAINT "rollup_failure_pkey" PRIMARY KEY ("project_id","hour","chain_id","version_id","failure_class","node","fingerprint")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "project_slug_key" ON "project"("slug");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "api_key_hash_idx" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_project_id_hash_key" ON "api_key"("project_id", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "chain_project_id_name_key" ON "chain"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "chain_version_project_id_chain_id_version_key" ON "chain_version"("project_id", "chain_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "run_project_id_client_id_key" ON "run"("project_id", "client_id");

-- CreateIndex
CREATE INDEX "failure_project_id_fingerprint_occurred_at_idx" ON "failure"("project_id", "fingerprint", "occurred_at");

-- CreateIndex
CREATE INDEX "failure_group_project_id_last_seen_at_idx" ON "failure_group"("project_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "run_summary_project_id_occurred_at_id_idx" ON "run_summary"("project_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_chain_id_occurred_at_id_idx" ON "run_summary"("project_id", "chain_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_version_id_occurred_at_id_idx" ON "run_summary"("project_id", "version_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_grade_occurred_at_id_idx" ON "run_summary"("project_id", "grade", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_band_occurred_at_id_idx" ON "run_summary"("project_id", "band", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_decision_occurred_at_id_idx" ON "run_summary"("project_id", "decision", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_summary_project_id_quality_id_idx" ON "run_summary"("project_id", "quality", "id");

-- CreateIndex
CREATE INDEX "run_summary_project_id_confidence_id_idx" ON "run_summary"("project_id", "confidence", "id");

-- CreateIndex
CREATE INDEX "execution_project_id_updated_at_idx" ON "execution"("project_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "execution_project_id_chain_id_updated_at_idx" ON "execution"("project_id", "chain_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "gate_project_id_state_deadline_at_idx" ON "gate"("project_id", "state", "deadline_at");

-- CreateIndex
CREATE INDEX "gate_project_id_opened_at_id_idx" ON "gate"("project_id", "opened_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "gate_project_id_version_id_idx" ON "gate"("project_id", "version_id");

-- CreateIndex
CREATE INDEX "decision_project_id_run_id_idx" ON "decision"("project_id", "run_id");

-- CreateIndex
CREATE INDEX "decision_project_id_gate_id_idx" ON "decision"("project_id", "gate_id");

-- CreateIndex
CREATE INDEX "audit_event_project_id_subject_idx" ON "audit_event"("project_id", "subject");

-- CreateIndex
CREATE INDEX "rollup_hour_project_id_chain_id_hour_idx" ON "rollup_hour"("project_id", "chain_id", "hour");

-- CreateIndex
CREATE INDEX "rollup_hour_project_id_version_id_idx" ON "rollup_hour"("project_id", "version_id");

-- CreateIndex
CREATE INDEX "rollup_failure_project_id_fingerprint_hour_idx" ON "rollup_failure"("project_id", "fingerprint", "hour");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain" ADD CONSTRAINT "chain_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain_version" ADD CONSTRAINT "chain_version_project_id_chain_id_fkey" FOREIGN KEY ("project_id", "chain_id") REFERENCES "chain"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What the schema language cannot say.

-- Substring search within one project.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX "run_summary_search_idx" ON "run_summary" USING gin ("project_id", "search" gin_trgm_ops);

-- Small parts of a large table.
CREATE INDEX "run_summary_flagged_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "flag" IS NOT NULL;
CREATE INDEX "run_summary_failure_class_idx" ON "run_summary" ("project_id", "failure_class", "occurred_at" DESC, "id" DESC) WHERE "failure_class" IS NOT NULL;
CREATE INDEX "run_summary_execution_idx" ON "run_summary" ("project_id", "chain_id", "execution", "attempt") WHERE "execution" IS NOT NULL;
CREATE INDEX "execution_iterated_idx" ON "execution" ("project_id", "updated_at" DESC) WHERE "attempts" > 1;

-- One question at a time: a version has one pending regression gate, a run one escalation gate ever.
CREATE UNIQUE INDEX "gate_one_pending_regression" ON "gate" ("project_id", "version_id") WHERE "kind" = 'regression' AND "state" = 'pending';
CREATE UNIQUE INDEX "gate_one_escalation" ON "gate" ("project_id", "run_id") WHERE "kind" = 'escalation';

-- Losing it loses only counters.
ALTER TABLE "rate_limit" SET UNLOGGED;
