-- The keys that are referred to never change. A cascade to other machines is none that a distributed database allows.
ALTER TABLE "membership" DROP CONSTRAINT "membership_project_id_fkey", ADD CONSTRAINT "membership_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "membership" DROP CONSTRAINT "membership_user_id_fkey", ADD CONSTRAINT "membership_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_project_id_fkey", ADD CONSTRAINT "invitation_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "api_key" DROP CONSTRAINT "api_key_project_id_fkey", ADD CONSTRAINT "api_key_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "chain" DROP CONSTRAINT "chain_project_id_fkey", ADD CONSTRAINT "chain_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "chain_version" DROP CONSTRAINT "chain_version_project_id_chain_id_fkey", ADD CONSTRAINT "chain_version_project_id_chain_id_fkey"
  FOREIGN KEY ("project_id", "chain_id") REFERENCES "chain"("project_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- The application links the events as its transaction ends.
DROP TRIGGER audit_event_link ON audit_event;
DROP TRIGGER audit_event_unchanged ON audit_event;
DROP TRIGGER audit_head_unchanged ON audit_head;
DROP FUNCTION audit_link_new();
DROP FUNCTION audit_link(uuid);
DROP FUNCTION audit_hash(audit_event);
DROP FUNCTION audit_canonical_json(jsonb);

-- Every project has an end of its log from its beginning.
INSERT INTO audit_head (project_id, seq, hash) SELECT id, 0, repeat('0', 64) FROM project ON CONFLICT DO NOTHING;

-- No event without a place in the chain. What is there is not looked at: a log that was tampered with is no reason not to start.
ALTER TABLE audit_event ADD CONSTRAINT audit_event_linked
  CHECK (seq IS NOT NULL AND prev_hash IS NOT NULL AND hash IS NOT NULL) NOT VALID;

CREATE TRIGGER audit_event_unchanged BEFORE UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION keep_audit_event();

-- The end of a chain only moves on, to an event that is there.
CREATE FUNCTION keep_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.project_id = OLD.project_id AND NEW.seq > OLD.seq AND EXISTS (
    SELECT FROM audit_event e WHERE e.project_id = NEW.project_id AND e.seq = NEW.seq AND e.hash = NEW.hash) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '%: rows are only ever added, not changed or removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_head_unchanged BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION keep_audit_head();
