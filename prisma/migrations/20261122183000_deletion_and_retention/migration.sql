ALTER TABLE "project" ADD COLUMN "deletes_at" TIMESTAMPTZ(3), ADD COLUMN "deletion_by" TEXT, ADD COLUMN "removed_at" TIMESTAMPTZ(3);

ALTER TABLE "run" ADD COLUMN "redactions" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "content_removed_at" TIMESTAMPTZ(3), ADD COLUMN "content_days" INTEGER;

ALTER TABLE "audit_event" ADD COLUMN "erased_by" UUID;

CREATE TABLE "data_policy" (
    "project_id" UUID NOT NULL,
    "content_days" INTEGER,
    "run_days" INTEGER,
    "redaction" JSONB,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_policy_pkey" PRIMARY KEY ("project_id")
);

CREATE TABLE "erasure" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version_id" UUID,
    "run_ids" UUID[],
    "what" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "asked_by" TEXT NOT NULL,
    "asker" JSONB NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("project_id","id")
);

CREATE INDEX "erasure_project_id_asked_at_id_idx" ON "erasure"("project_id", "asked_at" DESC, "id" DESC);

-- What speaks of a run, found without reading all of it.
CREATE INDEX "webhook_message_subject" ON "webhook_message" ("project_id", (right("payload" ->> 'url', 36)));
CREATE INDEX "gate_project_id_run_id_idx" ON "gate"("project_id", "run_id");
CREATE INDEX "run_pair_project_id_b_run_id_idx" ON "run_pair"("project_id", "b_run_id");
CREATE INDEX "kept_scenario_project_id_run_id_idx" ON "kept_scenario"("project_id", "run_id");

-- Facts are only ever added, and removed with what they are of: a transaction says so of itself.
CREATE FUNCTION is_erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('veritas.erasing', true), '') = 'on'
$$;
DROP TRIGGER decision_kept ON decision;
CREATE TRIGGER decision_kept BEFORE UPDATE OR DELETE ON decision
  FOR EACH ROW WHEN (NOT is_erasing()) EXECUTE FUNCTION refuse_change();
DROP TRIGGER pair_verdict_kept ON pair_verdict;
CREATE TRIGGER pair_verdict_kept BEFORE UPDATE OR DELETE ON pair_verdict
  FOR EACH ROW WHEN (NOT is_erasing()) EXECUTE FUNCTION refuse_change();
DROP TRIGGER rubric_answer_kept ON rubric_answer;
CREATE TRIGGER rubric_answer_kept BEFORE UPDATE OR DELETE ON rubric_answer
  FOR EACH ROW WHEN (NOT is_erasing()) EXECUTE FUNCTION refuse_change();

-- Of an audit event the two texts may be taken out, and nothing else ever changes: its hash still holds its place in the chain.
CREATE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erasing() AND NEW.before IS NULL AND NEW.after IS NULL AND NEW.erased_by IS NOT NULL
    AND (to_jsonb(NEW) - 'before' - 'after' - 'erased_by') = (to_jsonb(OLD) - 'before' - 'after' - 'erased_by') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '%: rows are only ever added, not changed or removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
DROP TRIGGER audit_event_unchanged ON audit_event;
CREATE TRIGGER audit_event_unchanged BEFORE UPDATE ON audit_event
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION keep_audit_event();
