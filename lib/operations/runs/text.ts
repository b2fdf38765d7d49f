import type { RunFilters } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { typedRecordset } from '@/lib/db/rows'
import type { ProjectContext } from '../context'

const MAX_NODE_NAMES = 500

/** The searchable text of a run, and how its request begins; `nodes` are the names and ids of its nodes. */
export type RunTextRow = {
  runId: string
  occurredAt: Date
  body: string
  request: string | null
  nodes: readonly string[]
}

const COLUMNS = { runId: 'uuid', occurredAt: 'timestamptz(3)', body: 'text', words: 'text', request: 'text' }

/** Inserts the texts of runs that have none yet. */
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
    INSERT INTO run_text (project_id, run_id, occurred_at, body, words, request)
    SELECT ${projectId}::uuid, "runId", "occurredAt", body, words::tsvector, request FROM ${set}`
}

/** A text search over runs. */
export type WordQuery = { sql: Prisma.Sql; terms: readonly Term[]; ran: string | undefined }

/** Parses the text filters; undefined without any, null when no run can match. */
export function toWordQuery({ text, ran }: Pick<RunFilters, 'text' | 'ran'>): WordQuery | undefined | null {
  if (!text && !ran) return undefined
  const terms = parseTerms(text ?? '')
  if (text && terms.length === 0) return null
  return {
    sql: Prisma.sql`${toTsQuery(terms, ran ? [nodeWord(ran)] : [])}::tsquery`,
    terms,
    ran,
  }
}

/** SQL condition: whether the text `t` of a run of this project matches. */
export function fitsWords(projectId: string, { sql }: WordQuery): Prisma.Sql {
  return Prisma.sql`t.project_id = ${projectId}::uuid AND t.words @@ ${sql}`
}

/** The same condition, of which the index is used for whole words only and each text found is checked for the prefix. */
export function fitsWordsBeforePrefix(projectId: string, { terms, ran }: WordQuery): Prisma.Sql {
  const { whole, prefix } = splitPrefix(terms)
  const indexed = toTsQuery(whole, ran ? [nodeWord(ran)] : [])
  // IS TRUE keeps the second condition from the index.
  return Prisma.sql`t.project_id = ${projectId}::uuid AND t.words @@ ${indexed}::tsquery AND (t.words @@ ${toTsQuery(prefix, [])}::tsquery) IS TRUE`
}

/** Splits the terms into those of whole words, and the one that is a prefix alone, if any. */
function splitPrefix(terms: readonly Term[]): { whole: Term[]; prefix: Term[] } {
  const { whole = [], prefix = [] } = Object.groupBy(terms, ({ words, isPrefix }) =>
    isPrefix && words.length === 1 ? 'prefix' : 'whole',
  )
  return { whole, prefix }
}

/**
 * Planner estimates: number of texts, of matches, of texts with the rarest word, with the rarest whole word (infinite without one), and
 * with the prefix (0 without one).
 */
type Estimate = { all: number; fitting: number; rarest: number; rarestWhole: number; prefix: number }

/** Estimates how many runs match from the planner's statistics, without reading rows. */
export async function estimateMatches(ctx: ProjectContext, { sql, terms, ran }: WordQuery): Promise<Estimate> {
  const own = Prisma.sql`SELECT 1 FROM run_text t WHERE t.project_id = ${ctx.project.id}::uuid`
  const { whole, prefix } = splitPrefix(terms.filter(({ isExcluded }) => !isExcluded))
  const asked = [
    ...prefix.map((term) => toTsQuery([term], [])),
    ...(ran ? [toTsQuery([], [nodeWord(ran)])] : []),
    ...whole.flatMap(eachWord).map((term) => toTsQuery([term], [])),
  ].slice(0, MAX_ESTIMATED)
  const queries = [sql, ...asked.map((query) => Prisma.sql`${query}::tsquery`)]
  const [all = 0, fitting = 0, ...each] = await explainEach(ctx.db, [
    own,
    ...queries.map((query) => Prisma.sql`${own} AND t.words @@ ${query}`),
  ])
  const ofWhole = each.slice(prefix.length)
  return {
    ...{ all: Math.max(1, all), fitting },
    rarest: Math.min(Number.POSITIVE_INFINITY, ...each),
    rarestWhole: Math.min(Number.POSITIVE_INFINITY, ...ofWhole),
    prefix: prefix.length > 0 ? (each[0] ?? 0) : 0,
  }
}

/** The words of a term, each as a term of its own. */
function eachWord({ words, isPrefix }: Term): Term[] {
  return words.map((word, place) => ({
    ...{ words: [word], isExcluded: false },
    isPrefix: isPrefix && place === words.length - 1,
  }))
}

const MAX_ESTIMATED = 8

type Plan = { 'Plan Rows': number; 'Total Cost': number; 'Subplan Name'?: string; Plans?: Plan[] }

/** The planner's estimates for a statement. */
export async function explain(db: Db | Tx, statement: Prisma.Sql): Promise<{ rows: number; cost: number }> {
  const plan = await readPlan(db, statement)
  return { rows: plan?.['Plan Rows'] ?? 0, cost: plan?.['Total Cost'] ?? 0 }
}

/** The planner's row estimates for several selects, in one query. */
async function explainEach(db: Db | Tx, selects: readonly Prisma.Sql[]): Promise<number[]> {
  const names = selects.map((_, place) => `part${place}`)
  const parts = selects.map(
    (select, place) => Prisma.sql`${Prisma.raw(names[place] ?? '')} AS MATERIALIZED (${select})`,
  )
  const plan = await readPlan(db, Prisma.sql`WITH ${Prisma.join(parts)} SELECT 1 FROM ${Prisma.raw(names.join(', '))}`)
  return names.map(
    (name) => plan?.Plans?.find((part) => part['Subplan Name'] === `CTE ${name}`)?.['Plan Rows'] ?? Number.NaN,
  )
}

async function readPlan(db: Db | Tx, statement: Prisma.Sql): Promise<Plan | undefined> {
  const [answer] = await db.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>`EXPLAIN (FORMAT JSON) ${statement}`
  return answer?.['QUERY PLAN'][0].Plan
}

/** Characters of an excerpt before the match, and in all. */
const BEFORE = 40
const SHOWN = 180

/** Excerpts around the first matched word of each run, if it is beyond the first line, which holds the run's names. */
export async function findExcerpts(
  ctx: ProjectContext,
  runIds: readonly string[],
  { terms }: WordQuery,
): Promise<Map<string, string>> {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(({ words }) => words)
  const whole = wanted.map((words) => words.join(' '))
  const needles = [...new Set([...whole, ...wanted.flat()])].flatMap((word) => [` ${word}`, `\n${word}`, word])
  if (needles.length === 0 || runIds.length === 0) return new Map()
  const rows = await ctx.db.$queryRaw<{ runId: string; excerpt: string; isCut: boolean }[]>`
    SELECT t.run_id AS "runId", substr(b.said, greatest(1, at - ${BEFORE}), ${SHOWN}) AS excerpt, at - ${BEFORE} > 1 AS "isCut"
    FROM run_text t
      CROSS JOIN LATERAL (SELECT substr(t.body, strpos(t.body, chr(10)) + 1) AS said OFFSET 0) b
      CROSS JOIN LATERAL (SELECT lower(b.said) AS text OFFSET 0) c
      CROSS JOIN LATERAL (
        SELECT strpos(c.text, n.needle) AS at FROM unnest(${needles}::text[]) WITH ORDINALITY n(needle, place)
        WHERE strpos(c.text, n.needle) > 0 ORDER BY n.place LIMIT 1) f
    WHERE t.project_id = ${ctx.project.id}::uuid AND t.run_id = ANY(${runIds}::uuid[])`
  return new Map(
    rows.map(({ runId, excerpt, isCut }) => [
      runId,
      (isCut ? afterCutWord(excerpt) : excerpt).replace(/\s+/g, ' ').trim(),
    ]),
  )
}

/** The excerpt from its first whole word, if that comes before the match. */
function afterCutWord(excerpt: string): string {
  const start = excerpt.search(/\s/)
  return `…${start >= 0 && start < BEFORE ? excerpt.slice(start + 1) : excerpt}`
}

/** How the requests of these runs begin; runs without a text have none. */
export async function findRequestStarts(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db.$queryRaw<{ runId: string; request: string }[]>`
    SELECT run_id AS "runId", request FROM run_text
    WHERE project_id = ${ctx.project.id}::uuid AND run_id = ANY(${runIds}::uuid[]) AND request IS NOT NULL`
  return new Map(rows.map(({ runId, request }) => [runId, request]))
}

// Words are separated by everything but letters, marks and numbers.
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u
/** Scripts written without spaces, in which each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu')
/** Longer tokens are treated as data and dropped. */
const WORD_MAX = 100

/** Splits a text into lower-case words, in order. */
export function toWords(text: string): string[] {
  const lower = text.toLowerCase()
  const spaced = UNSPACED.test(lower) ? lower.replace(EACH_UNSPACED, ' $& ') : lower
  return spaced.split(BETWEEN).filter((word) => word !== '' && word.length <= WORD_MAX)
}

/** A node's name as a single search word. The colon keeps it distinct from words of texts. */
const nodeWord = (name: string) => `node:${name.toLowerCase()}`

const PLACE_MAX = 16_383
const PLACES_MAX = 250

/** Formats a text's words with their positions, and further words without, as a tsvector literal. */
export function toTsVector(text: string, placeless: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [index, word] of toWords(text).entries()) {
    const known = places.get(word)
    if (!known) places.set(word, [Math.min(index + 1, PLACE_MAX)])
    else if (known.length < PLACES_MAX && index < PLACE_MAX) known.push(index + 1)
  }
  const placed = [...places].map(([word, at]) => `'${word}':${at.join(',')}`)
  return [...placeless.map(quote), ...placed].join(' ')
}

const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`

/** One search term: adjacent words. With `isPrefix` the last may be the beginning of a word. */
type Term = { words: string[]; isExcluded: boolean; isPrefix: boolean }

/** Minimum length of a prefix. */
const PREFIX_FROM = 2

/**
 * Parses a search text: every word must match, "quoted words" as a phrase, -word excludes, and the last word may be a prefix.
 * Empty when it contains no word.
 */
export function parseTerms(text: string): Term[] {
  const tokens = [...text.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)]
  return tokens.flatMap(([, minus, quoted, bare], place) => {
    const words = toWords(quoted ?? bare ?? '')
    if (words.length === 0) return []
    const isExcluded = minus === '-'
    const isLast = place === tokens.length - 1 && quoted === undefined
    const isPrefix = isLast && !isExcluded && (words.at(-1) ?? '').length >= PREFIX_FROM
    return [{ words, isExcluded, isPrefix }]
  })
}

/** Formats terms, and further words without a position, as a tsquery literal. */
export function toTsQuery(terms: readonly Term[], placeless: readonly string[]): string {
  const asked = terms.map(({ words, isExcluded, isPrefix }) => {
    const side = words.map((word, place) => `'${word}'${isPrefix && place === words.length - 1 ? ':*' : ''}`)
    return `${isExcluded ? '!' : ''}(${side.join(' <-> ')})`
  })
  return [...asked, ...placeless.map(quote)].join(' & ')
}
