import { Client } from 'pg'

/** Tables that a refused request may change: counters, usage, the queue's own tables. */
const UNWATCHED = ['_prisma_migrations', 'rate_limit', 'failing_work']
/** Columns with the time of last use. */
const MARKS = ['last_used_at', 'last_seen_at', 'seen_at', 'used_at']

export type Changes = {
  /** Returns the writes since the last call: "INSERT run". */
  take: () => Promise<string[]>
  /** Discards the writes so far. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Adds triggers that record every written row of all tables. */
export async function watchChanges(databaseUrl: string): Promise<Changes> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    CREATE UNLOGGED TABLE fuzz_change (what text NOT NULL);
    CREATE FUNCTION fuzz_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - ARRAY['${MARKS.join("','")}'] = to_jsonb(NEW) - ARRAY['${MARKS.join("','")}'] THEN RETURN NULL; END IF;
      INSERT INTO fuzz_change VALUES (TG_OP || ' ' || TG_TABLE_NAME);
      RETURN NULL;
    END $$`)
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
     AND NOT relispartition AND relname <> 'fuzz_change' AND relname <> ALL($1)`,
    [UNWATCHED],
  )
  for (const { name } of rows)
    await client.query(
      `CREATE TRIGGER fuzz_note AFTER INSERT OR UPDATE OR DELETE ON ${client.escapeIdentifier(name)} FOR EACH ROW EXECUTE FUNCTION fuzz_note()`,
    )
  let isClear = true
  const take = async () => {
    const taken = await client.query<{ what: string }>('DELETE FROM fuzz_change RETURNING what')
    return [...new Set(taken.rows.map(({ what }) => what))].toSorted()
  }
  return {
    async take() {
      isClear = true
      return take()
    },
    async clear() {
      if (!isClear) await take()
      isClear = false
    },
    close: () => client.end(),
  }
}
