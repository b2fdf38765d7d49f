-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "mail_on" BOOLEAN NOT NULL DEFAULT true,
    "mail_off" TEXT[] DEFAULT ARRAY[]::TEXT[],

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
CREATE TABLE "invitation" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "proves_email" BOOLEAN NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" UUID,
    "declined_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("project_id","id")
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
    "regression_threshold" DOUBLE PRECISION NOT NULL DEFAULT 0.05,
    "min_live_runs" INTEGER NOT NULL DEFAULT 3,
    "gate_hours" DOUBLE PRECISION NOT NULL DEFAULT 24,
    "gate_quorum" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "chain_authority" (
    "project_id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "added_by" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_authority_pkey" PRIMARY KEY ("project_id","chain_id","user_id")
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
    "graph" JSONB,
    "scenarios" JSONB,
    "executor" JSONB,
    "notes" TEXT,
    "published_by" TEXT,
    "body_hash" TEXT,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_version_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "version_event" (
    "project_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT,
    "gate_id" UUID,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "served_version" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "version_event_pkey" PRIMARY KEY ("project_id","version_id","id")
);

-- CreateTable
CREATE TABLE "trial" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scenario" TEXT,
    "request" JSONB,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "leased_by" TEXT,
    "run_key" TEXT NOT NULL,
    "error" TEXT,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "trial_pkey" PRIMARY KEY ("project_id","id")
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
    "is_overridden" BOOLEAN NOT NULL DEFAULT false,
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
    "cause" TEXT,
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
    "quorum" INTEGER NOT NULL DEFAULT 1,
    "owner_id" UUID,
    "escalated_to" TEXT,
    "warn_at" TIMESTAMPTZ(3) NOT NULL,
    "warned_at" TIMESTAMPTZ(3),

    CONSTRAINT "gate_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "gate_run" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "gate_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_run_pkey" PRIMARY KEY ("project_id","run_id")
);

-- CreateTable
CREATE TABLE "gate_event" (
    "project_id" UUID NOT NULL,
    "gate_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "user_id" UUID,
    "verdict" TEXT,
    "reason" TEXT,
    "evidence_digest" TEXT,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_event_pkey" PRIMARY KEY ("project_id","gate_id","id")
);

-- CreateTable
CREATE TABLE "notification" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("project_id","user_id","id")
);

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
    "leased_by" TEXT,
    "address" TEXT,
    "error" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("project_id","id")
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
    "seq" INTEGER,
    "actor_kind" TEXT,
    "actor_id" TEXT,
    "actor" TEXT NOT NULL,
    "via" TEXT,
    "address" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "evidence_digest" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "prev_hash" TEXT,
    "hash" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "project_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("project_id")
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
    "live_traced" INTEGER NOT NULL DEFAULT 0,
    "live_kept" INTEGER NOT NULL DEFAULT 0,
    "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
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
CREATE TABLE "rollup_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
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
    "live_traced" INTEGER NOT NULL DEFAULT 0,
    "live_kept" INTEGER NOT NULL DEFAULT 0,
    "live_kept_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
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

    CONSTRAINT "rollup_day_pkey" PRIMARY KEY ("project_id","day","chain_id","version_id")
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
CREATE TABLE "rollup_failure_day" (
    "project_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "failure_class" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "roots" INTEGER NOT NULL,
    "cascades" INTEGER NOT NULL,

    CONSTRAINT "rollup_failure_day_pkey" PRIMARY KEY ("project_id","day","chain_id","version_id","failure_class","node","fingerprint")
);

-- CreateTable
CREATE TABLE "rollup_unit" (
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "unit" TEXT NOT NULL,
    "scored" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "with_output" INTEGER NOT NULL,
    "with_tokens" INTEGER NOT NULL,
    "score_sum" DOUBLE PRECISION NOT NULL,
    "score_squares" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rollup_unit_pkey" PRIMARY KEY ("project_id","hour","chain_id","version_id","unit")
);

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

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

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
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL DEFAULT 3,
    "next_at" TIMESTAMPTZ(3),
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
    "purpose" TEXT NOT NULL DEFAULT 'quality_gate',
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
CREATE TABLE "judge_flight" (
    "project_id" UUID NOT NULL,
    "content_hash" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "day" DATE NOT NULL,
    "reserved_usd" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "judge_flight_pkey" PRIMARY KEY ("project_id","content_hash")
);

-- CreateTable
CREATE TABLE "judge_spend" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "cache_hits" INTEGER NOT NULL DEFAULT 0,
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
    "disabled_by" TEXT,
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
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "history" JSONB NOT NULL DEFAULT '[]',
    "next_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "leased_by" TEXT,
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
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "project_slug_key" ON "project"("slug");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "invitation_token_hash_idx" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_project_id_expires_at_idx" ON "invitation"("project_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_project_id_token_hash_key" ON "invitation"("project_id", "token_hash");

-- CreateIndex
CREATE INDEX "api_key_hash_idx" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_project_id_hash_key" ON "api_key"("project_id", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "chain_project_id_name_key" ON "chain"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "chain_version_project_id_chain_id_version_key" ON "chain_version"("project_id", "chain_id", "version");

-- CreateIndex
CREATE INDEX "trial_project_id_version_id_status_id_idx" ON "trial"("project_id", "version_id", "status", "id");

-- CreateIndex
CREATE INDEX "trial_project_id_status_lease_until_idx" ON "trial"("project_id", "status", "lease_until");

-- CreateIndex
CREATE INDEX "trial_project_id_status_kind_next_at_idx" ON "trial"("project_id", "status", "kind" DESC, "next_at");

-- CreateIndex
CREATE INDEX "trial_project_id_started_at_idx" ON "trial"("project_id", "started_at");

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
CREATE INDEX "gate_project_id_decided_at_id_idx" ON "gate"("project_id", "decided_at" DESC, "id");

-- CreateIndex
CREATE INDEX "gate_project_id_version_id_idx" ON "gate"("project_id", "version_id");

-- CreateIndex
CREATE INDEX "gate_run_project_id_gate_id_run_id_idx" ON "gate_run"("project_id", "gate_id", "run_id");

-- CreateIndex
CREATE INDEX "notification_project_id_user_id_read_at_id_idx" ON "notification"("project_id", "user_id", "read_at", "id" DESC);

-- CreateIndex
CREATE INDEX "notification_project_id_at_idx" ON "notification"("project_id", "at");

-- CreateIndex
CREATE INDEX "mail_project_id_status_next_at_idx" ON "mail"("project_id", "status", "next_at");

-- CreateIndex
CREATE INDEX "mail_project_id_status_updated_at_id_idx" ON "mail"("project_id", "status", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "decision_project_id_run_id_idx" ON "decision"("project_id", "run_id");

-- CreateIndex
CREATE INDEX "decision_project_id_gate_id_idx" ON "decision"("project_id", "gate_id");

-- CreateIndex
CREATE INDEX "decision_project_id_decided_at_idx" ON "decision"("project_id", "decided_at");

-- CreateIndex
CREATE INDEX "audit_event_project_id_subject_idx" ON "audit_event"("project_id", "subject");

-- CreateIndex
CREATE INDEX "audit_event_project_id_action_seq_idx" ON "audit_event"("project_id", "action", "seq");

-- CreateIndex
CREATE INDEX "audit_event_project_id_actor_seq_idx" ON "audit_event"("project_id", "actor", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_project_id_seq_key" ON "audit_event"("project_id", "seq");

-- CreateIndex
CREATE INDEX "rollup_hour_project_id_chain_id_hour_idx" ON "rollup_hour"("project_id", "chain_id", "hour");

-- CreateIndex
CREATE INDEX "rollup_hour_project_id_version_id_hour_idx" ON "rollup_hour"("project_id", "version_id", "hour");

-- CreateIndex
CREATE INDEX "rollup_day_project_id_chain_id_day_idx" ON "rollup_day"("project_id", "chain_id", "day");

-- CreateIndex
CREATE INDEX "rollup_day_project_id_version_id_day_idx" ON "rollup_day"("project_id", "version_id", "day");

-- CreateIndex
CREATE INDEX "rollup_failure_project_id_fingerprint_hour_idx" ON "rollup_failure"("project_id", "fingerprint", "hour");

-- CreateIndex
CREATE INDEX "failing_work_next_attempt_at_idx" ON "failing_work"("next_attempt_at");

-- CreateIndex
CREATE INDEX "thinking_session_project_id_updated_at_id_idx" ON "thinking_session"("project_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_check_project_id_run_key_recorded_at_idx" ON "run_check"("project_id", "run_key", "recorded_at");

-- CreateIndex
CREATE INDEX "dead_letter_project_id_status_next_at_idx" ON "dead_letter"("project_id", "status", "next_at");

-- CreateIndex
CREATE INDEX "dead_letter_project_id_created_at_id_idx" ON "dead_letter"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "dead_letter_project_id_run_key_idx" ON "dead_letter"("project_id", "run_key");

-- CreateIndex
CREATE INDEX "judge_call_project_id_called_at_id_idx" ON "judge_call"("project_id", "called_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "judge_flight_project_id_lease_until_idx" ON "judge_flight"("project_id", "lease_until");

-- CreateIndex
CREATE INDEX "webhook_message_project_id_at_id_idx" ON "webhook_message"("project_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_updated_at_message__idx" ON "webhook_delivery"("project_id", "endpoint_id", "updated_at" DESC, "message_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_status_updated_at_m_idx" ON "webhook_delivery"("project_id", "endpoint_id", "status", "updated_at" DESC, "message_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_endpoint_id_status_next_at_idx" ON "webhook_delivery"("project_id", "endpoint_id", "status", "next_at");

-- CreateIndex
CREATE INDEX "weekly_action_project_id_week_idx" ON "weekly_action"("project_id", "week");

-- CreateIndex
CREATE INDEX "weekly_action_project_id_status_idx" ON "weekly_action"("project_id", "status");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain" ADD CONSTRAINT "chain_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain_version" ADD CONSTRAINT "chain_version_project_id_chain_id_fkey" FOREIGN KEY ("project_id", "chain_id") REFERENCES "chain"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say, from here on.

-- Substring search within one project.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX "run_summary_search_idx" ON "run_summary" USING gin ("project_id", "search" gin_trgm_ops);
-- The share of rows that hold a text is estimated on a sample of them.
ALTER TABLE "run_summary" ALTER COLUMN "search" SET STATISTICS 500;

-- Small parts of a large table, each in the order of the list of runs.
CREATE INDEX "execution_iterated_idx" ON "execution" ("project_id", "updated_at" DESC) WHERE "attempts" > 1;
CREATE INDEX "run_summary_flagged_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "flag" IS NOT NULL;
CREATE INDEX "run_summary_failure_class_idx" ON "run_summary" ("project_id", "failure_class", "occurred_at" DESC, "id" DESC) WHERE "failure_class" IS NOT NULL;
CREATE INDEX "run_summary_execution_idx" ON "run_summary" ("project_id", "chain_id", "execution", "attempt") WHERE "execution" IS NOT NULL;
CREATE INDEX "run_summary_scenario_idx" ON "run_summary" ("project_id", "scenario", "occurred_at" DESC, "id" DESC) WHERE "scenario" IS NOT NULL;
CREATE INDEX "run_summary_status_idx" ON "run_summary" ("project_id", "status", "occurred_at" DESC, "id" DESC) WHERE "status" <> 'completed';
CREATE INDEX "run_summary_dry_run_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "kind" = 'dry_run';
CREATE INDEX "run_summary_reviewed_idx" ON "run_summary" ("project_id", "occurred_at" DESC, "id" DESC) WHERE "human_origin" IN ('review', 'gate');

-- Every combination of decision, band and grade in the order of the list: one that never occurs is found empty at once.
CREATE INDEX "run_summary_verdict_idx" ON "run_summary" ("project_id", "decision", "band", "grade", "occurred_at" DESC, "id" DESC);
-- Grade, band and decision follow from each other; without this the planner multiplies their shares.
CREATE STATISTICS "run_summary_verdicts" (mcv) ON "grade", "band", "decision" FROM "run_summary";

-- Losing it loses only counters.
ALTER TABLE "rate_limit" SET UNLOGGED;

-- One question at a time: a version has one pending regression gate and one for each cause, a run one escalation gate ever.
CREATE UNIQUE INDEX "gate_one_pending_regression" ON "gate" ("project_id", "version_id") WHERE "kind" = 'regression' AND "state" = 'pending';
CREATE UNIQUE INDEX "gate_one_escalation" ON "gate" ("project_id", "run_id") WHERE "kind" = 'escalation';
CREATE UNIQUE INDEX "gate_one_pending_cause" ON "gate" ("project_id", "version_id", "cause") WHERE "kind" = 'escalation' AND "state" = 'pending';
CREATE INDEX "gate_to_warn" ON "gate" ("project_id", "warn_at") WHERE "state" = 'pending' AND "warned_at" IS NULL;
-- Each person has one voice on the same evidence, whatever the code does.
CREATE UNIQUE INDEX "gate_event_one_vote" ON "gate_event" ("project_id", "gate_id", "user_id", "evidence_digest") WHERE "kind" = 'voted';
ALTER TABLE "gate" ADD CONSTRAINT "gate_quorum_positive" CHECK ("quorum" >= 1);

-- The audit log: each event of a project carries the hash of the one before it.

-- Canonical JSON (RFC 8785, keys by code point): what lib/engine/audit/canonical-json.ts writes, character for character.
CREATE FUNCTION audit_canonical_json(value jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  n numeric;
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'object' THEN
      RETURN '{' || coalesce((
        SELECT string_agg(to_json(pair.key)::text || ':' || audit_canonical_json(pair.value), ',' ORDER BY pair.key COLLATE "C")
        FROM jsonb_each(value) AS pair), '') || '}';
    WHEN 'array' THEN
      RETURN '[' || coalesce((
        SELECT string_agg(audit_canonical_json(item.value), ',' ORDER BY item.place)
        FROM jsonb_array_elements(value) WITH ORDINALITY AS item(value, place)), '') || ']';
    WHEN 'number' THEN
      n := (value #>> '{}')::numeric;
      IF n = 0 OR (abs(n) >= 0.000001 AND abs(n) < 1e21) THEN
        RETURN trim_scale(n)::text;
      END IF;
      RETURN regexp_replace(n::float8::text, 'e([+-])0(\d)$', 'e\1\2');
    ELSE
      RETURN value::text;
  END CASE;
END $$;

-- What is hashed of one event: everything that is kept of it, and the hash before it.
CREATE FUNCTION audit_hash(event audit_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(audit_canonical_json(jsonb_build_object(
    'projectId', event.project_id, 'seq', event.seq, 'id', event.id,
    'at', to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actorKind', event.actor_kind, 'actorId', event.actor_id, 'actor', event.actor,
    'via', event.via, 'address', event.address, 'action', event.action, 'subject', event.subject,
    'before', event.before, 'after', event.after, 'evidenceDigest', event.evidence_digest,
    'prevHash', event.prev_hash)), 'UTF8')), 'hex')
$$;

-- Links every event that has no place yet. Only those of this transaction can be seen: what was committed has its place.
CREATE FUNCTION audit_link(project uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  head audit_head%ROWTYPE;
  event audit_event%ROWTYPE;
BEGIN
  INSERT INTO audit_head (project_id, seq, hash) VALUES (project, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_head WHERE project_id = project FOR UPDATE;
  FOR event IN SELECT * FROM audit_event WHERE project_id = project AND seq IS NULL ORDER BY id LOOP
    event.seq := head.seq + 1;
    event.prev_hash := head.hash;
    event.hash := audit_hash(event);
    UPDATE audit_event SET seq = event.seq, prev_hash = event.prev_hash, hash = event.hash
      WHERE project_id = event.project_id AND id = event.id;
    head.seq := event.seq;
    head.hash := event.hash;
  END LOOP;
  UPDATE audit_head SET seq = head.seq, hash = head.hash WHERE project_id = project;
END $$;

CREATE FUNCTION audit_link_new() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place integer;
BEGIN
  -- The first event of a transaction links those that came with it. Asked by its key alone: an index on seq would be of no use here.
  SELECT seq INTO place FROM audit_event WHERE project_id = NEW.project_id AND id = NEW.id;
  IF place IS NULL THEN
    PERFORM audit_link(NEW.project_id);
  END IF;
  RETURN NULL;
END $$;

-- As the transaction commits, so that the lock on the chain is the last one it takes, and the shortest.
CREATE CONSTRAINT TRIGGER audit_event_link AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION audit_link_new();

-- Facts are only ever added.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: rows are only ever added, not changed or removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Depth 0: a statement of a client's. The linking itself runs in a trigger.
CREATE TRIGGER audit_event_unchanged BEFORE UPDATE ON audit_event
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_kept BEFORE DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_not_emptied BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_unchanged BEFORE UPDATE ON audit_head
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_kept BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_not_emptied BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_kept BEFORE UPDATE OR DELETE ON decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_not_emptied BEFORE TRUNCATE ON decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
