import type { Db } from '@/lib/db/client'
import {
  type ChainVersion,
  type Failure,
  type Issue,
  type NodeRun,
  Prisma,
  type Run,
  type RunSummary,
  type Score,
  type Signal,
} from '@/lib/db/generated/client'
import { fieldsOf, type Listed, listOf, selectList, type Table, tableOf, toRows } from '@/lib/db/rows'
import { type Apart, fillReadablePayloads } from '../payloads/fill'
import { runDigest } from '../runs/lock'
import { isJsonNull, SUMMARY_COLUMNS, type SummaryRow, summaryNames, toRunRows } from '../runs/rows'

/** Whether values were sent as JSON null, which their columns do not tell when they are read. */
type RunRead = Run & { isRequestNull: boolean; isOutputNull: boolean; evidenceDigest: string }
type NodeRead = NodeRun & { isOutputNull: boolean }
/** A summary, with what its version promised. */
type SummaryRead = SummaryRow & Pick<RunSummary, 'maxAttempts'> & Pick<ChainVersion, 'contract' | 'criteria'>

type Found = {
  runs: Listed<RunRead>[]
  summaries: Listed<SummaryRead>[]
  nodes: Listed<NodeRead>[]
  issues: Issue[]
  scores: Listed<Score>[]
  signals: Listed<Signal>[]
  failures: Listed<Failure>[]
}

export type RunFacts = NonNullable<Awaited<ReturnType<typeof findRunFacts>>>

/** Loads everything stored about one run, each table by its key; null when the run does not belong to this project. */
export async function findRunFacts(db: Db, projectId: string, runId: string) {
  const [found] = await db.$queryRaw<Found[]>(selectFacts(projectId, runId))
  if (!found) return null
  const [run] = toRows<RunRead>('run', found.runs)
  const [summary] = toRows<SummaryRead>('runSummary', found.summaries)
  if (!run || !summary) return null
  const { maxAttempts, contract, criteria, ...own } = summary
  const nodes = toRows<NodeRead>('nodeRun', found.nodes)
  const [[row], content] = await Promise.all([toRunRows(db, projectId, [own]), fillContent(db, projectId, run, nodes)])
  if (!row) return null
  return {
    ...{ run, row, nodes, maxAttempts, version: { contract, criteria }, ...content },
    issues: found.issues,
    scores: toRows<Score>('score', found.scores),
    signals: toRows<Signal>('signal', found.signals),
    failures: toRows<Failure>('failure', found.failures),
  }
}

function selectFacts(projectId: string, runId: string): Prisma.Sql {
  const whole = <T extends Table>(table: T) => selectList('x', table, fieldsOf(table))
  const own = Prisma.sql`x.project_id = ${projectId}::uuid AND x.run_id = ${runId}::uuid`
  const ofRun = (table: 'issue' | 'signal' | 'failure', order: Prisma.Sql) =>
    listOf(Prisma.sql`SELECT ${whole(table)} FROM ${tableOf(table)} x WHERE ${own} ORDER BY ${order}`)
  const runs = Prisma.sql`
    SELECT ${whole('run')}, ${isJsonNull('x.request')} AS "isRequestNull", ${isJsonNull('x.output')} AS "isOutputNull",
      ${runDigest(projectId, [runId])} AS "evidenceDigest"
    FROM run x WHERE x.project_id = ${projectId}::uuid AND x.id = ${runId}::uuid`
  const summaries = Prisma.sql`
    SELECT ${SUMMARY_COLUMNS}, s.max_attempts AS "maxAttempts", p.contract, p.criteria FROM run_summary s ${summaryNames(projectId)}
    JOIN chain_version p ON p.project_id = ${projectId}::uuid AND p.id = s.version_id
    WHERE s.project_id = ${projectId}::uuid AND s.id = ${runId}::uuid`
  const nodes = Prisma.sql`
    SELECT ${whole('nodeRun')}, ${isJsonNull('x.output')} AS "isOutputNull" FROM node_run x WHERE ${own} ORDER BY x.ordinal`
  const scores = Prisma.sql`
    SELECT DISTINCT ON (x.series) ${whole('score')} FROM score x WHERE ${own} ORDER BY x.series, x.revision DESC`
  return Prisma.sql`
    SELECT ${listOf(runs)} AS runs, ${listOf(summaries)} AS summaries,
      ${listOf(nodes)} AS nodes, ${listOf(scores)} AS scores, ${ofRun('issue', Prisma.sql`x.ordinal`)} AS issues,
      ${ofRun('signal', Prisma.sql`x.recorded_at, x.id`)} AS signals, ${ofRun('failure', Prisma.sql`x.node_id`)} AS failures`
}

/** Fills in the values that are kept in the payload store, except inputs beyond the limit; `unread`: those that cannot be read now. */
async function fillContent(db: Db, projectId: string, run: Run, nodes: readonly NodeRun[]) {
  let leftOut = overInputLimit(nodes, [])
  const choose = (values: readonly Apart[]) => {
    leftOut = overInputLimit(nodes, values)
    return ({ nodeId, field }: Apart) => field !== 'input' || nodeId === null || !leftOut.has(nodeId)
  }
  const unread = await fillReadablePayloads(db, projectId, { runs: [run], nodes }, { isPage: true, choose })
  return { unread, leftOut }
}

/** The most input characters shown with a run: every model request repeats the conversation before it. */
const MAX_INPUTS = 400_000

/** Returns the nodes whose input exceeds the limit, counted in order. `apart`: values in the payload store. */
function overInputLimit(nodes: readonly NodeRun[], apart: readonly Apart[]): Set<string> {
  const lengths = new Map(
    apart.flatMap(({ nodeId, field, bytes }) => (nodeId && field === 'input' ? [[nodeId, bytes]] : [])),
  )
  let left = MAX_INPUTS
  const leftOut = nodes.filter(({ nodeId, input }) => {
    if (input === null) return false
    left -= lengths.get(nodeId) ?? JSON.stringify(input).length
    return left < 0
  })
  return new Set(leftOut.map(({ nodeId }) => nodeId))
}
