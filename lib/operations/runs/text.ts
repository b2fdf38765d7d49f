import type { RunFilters } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { typedRecordset } from '@/lib/db/rows'
import type { ProjectContext } from '../context'
import { nodeWord, parseTerms, type Term, toTsQuery, toTsVector } from './words'

const MAX_NODE_NAMES = 500

/** What of a run is searched; `nodes` are the names and ids of its steps. */
export type RunTextRow = { runId: string; occurredAt: Date; body: string; nodes: readonly string[] }

const COLUMNS = { runId: 'uuid', occurredAt: 'timestamptz(3)', body: 'text', words: 'text' }

/** Inserts the texts of runs that have none. */
export function insertRunTexts(projectId: string, rows: readonly RunTextRow[]): Prisma.Sql {
  if (rows.length === 0) return Prisma.empty
  const set = typedRecordset(
    COLUMNS,
    rows.map(({ nodes, ...row }) => ({
      ...row,
      words: toTsVector(row.body, [...new Set(nodes.map(nodeWord))].slice(0, MAX_NODE_NAMES)),
    })),
  )
  return Prisma.sql`
    INSERT INTO run_text (project_id, run_id, occurred_at, body, words)
    SELECT ${projectId}::uuid, "runId", "occurredAt", body, words::tsvector FROM ${set}`
}

/** What a list asks of the words of runs. */
export type WordQuery = { sql: Prisma.Sql; terms: readonly Term[]; isAllExcluded: boolean }

/** The words that filters ask for; undefined when for none, null when for some that no run can hold. */
export function toWordQuery({ text, ran }: Pick<RunFilters, 'text' | 'ran'>): WordQuery | undefined | null {
  if (!text && !ran) return undefined
  const terms = parseTerms(text ?? '')
  if (text && terms.length === 0) return null
  return {
    sql: Prisma.sql`${toTsQuery(terms, ran ? [nodeWord(ran)] : [])}::tsquery`,
    terms,
    isAllExcluded: !ran && terms.every(({ isExcluded }) => isExcluded),
  }
}

/** SQL: whether the text `t` of a run of this project fits. */
export function fitsWords(projectId: string, { sql }: WordQuery): Prisma.Sql {
  return Prisma.sql`t.project_id = ${projectId}::uuid AND t.words @@ ${sql}`
}

/** About how many runs fit, as the planner sees it: no row is read. */
export async function estimateMatches(ctx: ProjectContext, query: WordQuery): Promise<number> {
  if (query.isAllExcluded) return Number.POSITIVE_INFINITY
  return (await explain(ctx.db, Prisma.sql`SELECT 1 FROM run_text t WHERE ${fitsWords(ctx.project.id, query)}`)).rows
}

/** What the planner expects of a statement. */
export async function explain(db: Db | Tx, statement: Prisma.Sql): Promise<{ rows: number; cost: number }> {
  const [answer] = await db.$queryRaw<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }] }[]>`
    EXPLAIN (FORMAT JSON) ${statement}`
  const plan = answer?.['QUERY PLAN'][0].Plan
  return { rows: plan?.['Plan Rows'] ?? 0, cost: plan?.['Total Cost'] ?? 0 }
}

/** Characters shown before the word that was found, and in all. */
const BEFORE = 40
const SHOWN = 180

/** Of each of these runs a few words around the first that was asked for, where it stands beyond the names of the run. */
export async function findExcerpts(
  ctx: ProjectContext,
  runIds: readonly string[],
  { terms }: WordQuery,
): Promise<Map<string, string>> {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(({ words }) => words)
  const whole = wanted.map((words) => words.join(' '))
  const needles = [...new Set([...whole, ...wanted.flat()])].flatMap((word) => [` ${word}`, `\n${word}`, word])
  if (needles.length === 0 || runIds.length === 0) return new Map()
  const rows = await ctx.db.$queryRaw<{ runId: string; excerpt: string }[]>`
    SELECT t.run_id AS "runId", substr(b.said, greatest(1, at - ${BEFORE}), ${SHOWN}) AS excerpt
    FROM run_text t
      CROSS JOIN LATERAL (SELECT substr(t.body, strpos(t.body, chr(10)) + 1) AS said OFFSET 0) b
      CROSS JOIN LATERAL (SELECT lower(b.said) AS text OFFSET 0) c
      CROSS JOIN LATERAL (
        SELECT strpos(c.text, n.needle) AS at FROM unnest(${needles}::text[]) WITH ORDINALITY n(needle, place)
        WHERE strpos(c.text, n.needle) > 0 ORDER BY n.place LIMIT 1) f
    WHERE t.project_id = ${ctx.project.id}::uuid AND t.run_id = ANY(${runIds}::uuid[])`
  return new Map(rows.map(({ runId, excerpt }) => [runId, excerpt.replace(/\s+/g, ' ').trim()]))
}
