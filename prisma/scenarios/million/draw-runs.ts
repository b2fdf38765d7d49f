import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { CHAINS, FAULT_COUNT, VERSIONS } from './shapes'
import { drawSql } from './tables'

const ATTEMPTS_MAX = 3
export const DAYS = 90
/** The first few of every `GROUP` runs may be attempts of one execution. */
const GROUP = 20

type Span = {
  from: number
  to: number
  count: number
  now: Date
  projectId: string
  isNarrow?: boolean | undefined
}

const d = (salt: number) => drawSql('i', salt)
const u = (salt: number) => drawSql('unit', salt)

/** A word that occurs in one run only. */
const REFERENCE = Prisma.raw(`'ref' || to_hex((r.i * 2654435761) % 4294967296)`)
const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yi zo chu'.split(' ')
const WORDS = 12
/** Words distributed as in a language: a few are frequent, most of the thousands are rare. */
const PROSE = Prisma.raw(
  `(SELECT string_agg(concat(${[1, 20, 400].map((step) => `(ARRAY['${SYLLABLES.join("','")}'])[1 + n / ${step} % 20]`).join(', ')}), ' ')
    FROM generate_series(1, ${WORDS}) k, LATERAL (SELECT floor(8000 * power((hashint8extended(r.i, 100 + k) & 65535) / 65536.0, 3))::int AS n) w)`,
)

/** Draws the runs `from` to `to` of `count` into the temporary table `facts`: all their facts, not yet judged. */
export async function drawRuns(tx: Tx, { from, to, count, now, isNarrow = false }: Span): Promise<void> {
  const [chains, versions] = isNarrow ? [1, 1] : [CHAINS, VERSIONS]
  await tx.$executeRaw`
    CREATE TEMP TABLE facts ON COMMIT DROP AS
    WITH numbered AS (
      SELECT i, i % ${GROUP} < length AND length > 1 AS iterated,
        CASE WHEN i % ${GROUP} < length THEN i - i % ${GROUP} ELSE i END AS unit
      FROM generate_series(${from}::bigint, ${to}::bigint - 1) i,
        LATERAL (SELECT 1 + floor(${drawSql(`i - i % ${GROUP}`, 1)} * ${ATTEMPTS_MAX})::int AS length) lengths
    ), placed AS (
      SELECT *, CASE WHEN iterated THEN (i % ${GROUP})::int + 1 ELSE 1 END AS attempt, (i + 0.5) / ${count}::float8 AS place,
        floor(${chains} * power(${u(2)}, 1.5))::int AS chain
      FROM numbered
    ), timed AS (
      SELECT *, ${now}::timestamptz - make_interval(secs => 86400.0 * ${DAYS} * (1 - (place + 0.9 * sin(2 * pi() * ${DAYS} * place) / (2 * pi() * ${DAYS})))) AS occurred,
        greatest(0, least(${versions - 1}, floor(${versions} * (unit + 0.5) / ${count} + (${u(3)} - 0.5) * 0.5)))::int AS version
      FROM placed
    ), faced AS (
      SELECT t.*, v.chain_id, v.version_id, v.chain_name, v.version_name, v.quality AS skill,
        CASE WHEN ${d(4)} < 0.02 + 0.08 * (1 - v.quality) THEN 1 + floor(power(${d(5)}, 2) * ${FAULT_COUNT})::int ELSE 0 END AS fault
      FROM timed t JOIN drawn_version v ON v.chain = t.chain AND v.version = t.version
    ), shaped AS (
      SELECT *,
        CASE WHEN fault > 0 THEN 0 ELSE greatest(0, least(3, floor(power(${d(6)}, 2) * (1 + 3.5 * (1 - skill)))::int - attempt + 1)) END AS missing,
        fault = 0 AND ${d(7)} < 0.01 + 0.12 * (1 - skill) AS broken,
        fault = 0 AND ${d(8)} < 0.03 + 0.15 * (1 - skill) AS off
      FROM faced
    )
    SELECT r.i, 'm-' || lpad(r.i::text, 8, '0') AS client_id,
      (lpad(to_hex((extract(epoch FROM r.occurred) * 1000)::bigint), 12, '0') || '7' || substr(md5(r.i::text), 1, 3) || '8' || substr(md5(r.i::text), 4, 15))::uuid AS id,
      CASE WHEN r.iterated THEN 'e-' || lpad(r.unit::text, 8, '0') END AS execution,
      r.attempt, r.chain_id, r.version_id, r.chain_name, r.version_name, date_trunc('milliseconds', r.occurred) AS occurred_at,
      s.*, CASE WHEN r.fault > 0 THEN 0 ELSE 120 + floor(${d(9)} * 500)::int END AS tokens_out,
      50 + floor(${d(10)} * 600)::int AS tokens_in,
      200 + power(${d(11)}, 3) * 9000 AS duration_ms,
      CASE WHEN NOT r.iterated AND ${d(12)} < 0.02 THEN 'dry_run' ELSE 'live' END AS kind,
      CASE WHEN ${d(13)} < 0.6 THEN 'case-' || floor(${d(14)} * 60)::int END AS scenario,
      CASE WHEN r.fault = 0 THEN 'Reference ' || ${REFERENCE} || ': ' || ${PROSE} END AS note
    FROM shaped r JOIN shape s ON s.fault = r.fault AND s.missing = r.missing AND s.broken = r.broken AND s.off = r.off`
}
