-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "actor_id" TEXT,
ADD COLUMN     "actor_kind" TEXT,
ADD COLUMN     "address" TEXT,
ADD COLUMN     "evidence_digest" TEXT,
ADD COLUMN     "hash" TEXT,
ADD COLUMN     "prev_hash" TEXT,
ADD COLUMN     "seq" INTEGER,
ADD COLUMN     "via" TEXT;

-- CreateTable
CREATE TABLE "audit_head" (
    "project_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "audit_event_project_id_action_seq_idx" ON "audit_event"("project_id", "action", "seq");

-- CreateIndex
CREATE INDEX "audit_event_project_id_actor_seq_idx" ON "audit_event"("project_id", "actor", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_project_id_seq_key" ON "audit_event"("project_id", "seq");


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

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: rows are only ever added, not changed or removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- The events that are there already, in the order in which they were written.
DO $$
DECLARE
  project uuid;
BEGIN
  FOR project IN SELECT DISTINCT project_id FROM audit_event LOOP
    PERFORM audit_link(project);
  END LOOP;
END $$;

-- As the transaction commits, so that the lock on the chain is the last one it takes, and the shortest.
CREATE CONSTRAINT TRIGGER audit_event_link AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION audit_link_new();

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
