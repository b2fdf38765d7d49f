-- What was sent is shown as it was sent: json keeps the order of keys, jsonb does not.
ALTER TABLE "chain_version"
  ALTER COLUMN "contract" TYPE JSON,
  ALTER COLUMN "graph" TYPE JSON,
  ALTER COLUMN "scenarios" TYPE JSON;

ALTER TABLE "kept_scenario" ALTER COLUMN "request" TYPE JSON;

ALTER TABLE "trial" ALTER COLUMN "request" TYPE JSON;

ALTER TABLE "run"
  ALTER COLUMN "request" TYPE JSON,
  ALTER COLUMN "output" TYPE JSON,
  ALTER COLUMN "contract" TYPE JSON,
  ALTER COLUMN "sources" TYPE JSON,
  ALTER COLUMN "metadata" TYPE JSON;

ALTER TABLE "node_run"
  ALTER COLUMN "input" TYPE JSON,
  ALTER COLUMN "system_prompt" TYPE JSON,
  ALTER COLUMN "output" TYPE JSON,
  ALTER COLUMN "tool_calls" TYPE JSON,
  ALTER COLUMN "attributes" TYPE JSON;

ALTER TABLE "run_patch"
  ALTER COLUMN "metadata" TYPE JSON,
  ALTER COLUMN "end" TYPE JSON;

DROP INDEX "otlp_span_only_logged_idx";
ALTER TABLE "otlp_span" ALTER COLUMN "span" TYPE JSON;
CREATE INDEX "otlp_span_only_logged_idx" ON "otlp_span" ("project_id", "received_at")
  WHERE "span" ->> 'startNano' IS NULL AND "span" ->> 'logged' <> '[]';

ALTER TABLE "dead_letter" ALTER COLUMN "args" TYPE JSON;

-- A new type takes the server's compression.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT attrelid::regclass AS name, attname AS column FROM pg_attribute
    WHERE (attrelid = 'otlp_span'::regclass OR attrelid IN (
      SELECT relid FROM unnest(ARRAY['run', 'node_run']::regclass[]) t(parent), pg_partition_tree(t.parent)))
      AND attnum > 0 AND NOT attisdropped AND atttypid = 'json'::regtype
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET COMPRESSION lz4', part.name, part.column);
  END LOOP;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
