-- What is wide of a run is kept by months: of each such table the one that is there becomes the first partition, for every id before a
-- month that has not begun. No row is written anew; each table is read once, to check that all its ids are below that bound.
--
-- Takes these tables to its end; a million runs of ten steps take about half a minute.

-- Which run goes by a client's id. It was a unique index of the runs, which cannot reach over partitions.
CREATE TABLE "run_key" (
    "project_id" UUID NOT NULL,
    "run_key" TEXT NOT NULL,
    "run_id" UUID NOT NULL
);
INSERT INTO "run_key" ("project_id", "run_key", "run_id") SELECT "project_id", "client_id", "id" FROM "run";
ALTER TABLE "run_key" ADD CONSTRAINT "run_key_pkey" PRIMARY KEY ("project_id", "run_key");
DROP INDEX "run_project_id_client_id_key";

ALTER TABLE "data_policy" ADD COLUMN "runs_from" TIMESTAMPTZ(3);

DO $$
DECLARE
  newest uuid := (SELECT "run_id" FROM "run_key" ORDER BY "run_id" DESC LIMIT 1);
  -- The milliseconds are the first 48 bits of an id.
  told timestamptz := to_timestamp(coalesce(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint, 0) / 1000.0);
  -- The next month of UTC, whatever the zone of the session.
  bound timestamptz := (date_trunc('month', greatest(now(), told) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  part record;
  old text;
  index record;
  is_filled boolean;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('run', 'id', '"project_id", "id"'),
    ('node_run', 'run_id', '"project_id", "run_id", "node_id"'),
    ('signal', 'run_id', '"project_id", "run_id", "id"'),
    ('score', 'run_id', '"project_id", "run_id", "series", "revision"'),
    ('issue', 'run_id', '"project_id", "run_id", "ordinal"'),
    ('run_text', 'run_id', '"project_id", "run_id"'),
    ('trace_facts', 'run_id', '"project_id", "run_id"')) AS t(name, key, columns)
  LOOP
    old := part.name || '_before';
    EXECUTE format('ALTER TABLE %I RENAME TO %I', part.name, old);
    FOR index IN SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = old::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index.name, old || substr(index.name, length(part.name) + 1));
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (%I)',
      part.name, old, part.key);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (%s)', part.name, part.name || '_pkey', part.columns);
    IF part.name = 'run_text' THEN
      CREATE INDEX "run_text_project_id_occurred_at_run_id_idx" ON "run_text" ("project_id", "occurred_at" DESC, "run_id" DESC);
      CREATE INDEX "run_text_words_idx" ON "run_text" USING gin ("project_id", "words");
      ALTER TABLE "run_text" ALTER COLUMN "words" SET STATISTICS 400;
    END IF;
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', old) INTO is_filled;
    IF is_filled OR newest IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', part.name, old,
        rpad(lpad(to_hex((extract(epoch FROM bound) * 1000)::bigint), 12, '0'), 32, '0')::uuid);
    ELSE
      EXECUTE format('DROP TABLE %I', old);
    END IF;
    -- For ids of no month that is there.
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', part.name || '_other', part.name);
  END LOOP;
END $$;
