import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { fillPayloads } from '../payloads/fill'

/** FROM and WHERE of the runs to export: summary `s` and run `r`. */
export type ChosenRuns = { projectId: string; from: Prisma.Sql }

const PAGE_RUNS = 500
/** Stored bytes per page, roughly the compressed size; a larger run gets its own page. */
const PAGE_BYTES = 1024 * 1024

export type ExampleRow = {
  id: string
  clientId: string
  occurredAt: Date
  request: unknown
  output: unknown
  chain: string
  version: string
  scenario: string | null
  execution: string | null
  status: string
  blocked: boolean
  score: number
  decision: string
}

/** Yields the chosen runs, oldest first, in pages limited in runs and in bytes. */
export async function* selectExamples(db: Db, chosen: ChosenRuns): AsyncGenerator<ExampleRow[], void, undefined> {
  let last: ExampleRow | undefined
  for (;;) {
    const after: Prisma.Sql = last
      ? Prisma.sql`AND (s.occurred_at, s.id) > (${last.occurredAt}::timestamptz, ${last.id}::uuid)`
      : Prisma.empty
    const page = await selectPage(db, chosen, after)
    last = page.at(-1)
    if (!last) return
    await fillPayloads(db, chosen.projectId, { runs: page })
    yield page
  }
}

function selectPage(db: Db, { projectId, from }: ChosenRuns, after: Prisma.Sql) {
  return db.$queryRaw<ExampleRow[]>`
    SELECT p.id, s.client_id AS "clientId", s.occurred_at AS "occurredAt", r.request, r.output, c.name AS chain, v.version,
      s.scenario, s.execution, s.status, s.blocked, s.quality AS score, s.decision
    FROM (
      SELECT id, project_id, sum(bytes) OVER (ORDER BY occurred_at, id) - bytes AS before FROM (
        SELECT s.id, s.project_id, s.occurred_at,
          coalesce(pg_column_size(r.request), 0) + coalesce(pg_column_size(r.output), 0) + coalesce((
            SELECT sum(p.stored) FROM payload p WHERE p.project_id = ${projectId}::uuid AND p.run_id = s.id AND p.node_id IS NULL
              AND p.gone_at IS NULL), 0)::int AS bytes
        ${from} ${after} ORDER BY s.occurred_at, s.id LIMIT ${PAGE_RUNS}
      ) sized
    ) p
    JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = p.id
    JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = p.id
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = s.chain_id
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    WHERE p.before < ${PAGE_BYTES} ORDER BY s.occurred_at, s.id`
}
