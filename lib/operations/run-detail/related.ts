import { gateState } from '@/lib/contracts/gates'
import { type CheckView, checkView, type RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { type DeadLetter, type Gate, Prisma } from '@/lib/db/generated/client'
import { fieldsOf, type Listed, listOf, selectList, toRows } from '@/lib/db/rows'
import { startOf } from '@/lib/presentation/format/text'
import { toStored, toView } from '../dead-letters/store'
import { findAnswers } from '../reviews/answers'
import { type NamedDecision, selectDecisions, toDecisionView } from '../runs/views'

/** `total`: how many rows there are, of which the first are listed. */
type Counted<R> = R & { total: number }
type CheckRow = Omit<CheckView, 'recordedAt'> & { recordedAt: Date }
type DeadLetterRow = Omit<DeadLetter, 'args'>
type GateRow = Pick<Gate, 'id' | 'title' | 'kind' | 'state' | 'runId' | 'deadlineAt'> & { undone: boolean }

type Found = {
  checks: Listed<Counted<CheckRow>>[]
  deadLetters: Listed<Counted<DeadLetterRow>>[]
  decisions: Listed<NamedDecision>[]
  gates: Listed<Counted<GateRow>>[]
}

type Related = Pick<RunDetail, 'checks' | 'checkCount' | 'deadLetters' | 'decisions' | 'gates' | 'gateCount'>

/** A run with the decisions that gave it a signal. Checks and dead letters are recorded by the client's id. */
export type Subject = { id: string; clientId: string; versionId: string; decisionIds: readonly string[] }

/** Returns what other tables than its own tell of a run: checks and dead letters, decisions and gates. */
export async function findRelated(db: Db, projectId: string, run: Subject, now: Date): Promise<Related> {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT ${listOf(selectChecks(projectId, run))} AS checks, ${listOf(selectDeadLetters(projectId, run))} AS "deadLetters",
      ${listOf(selectOwnDecisions(projectId, run))} AS decisions, ${listOf(selectGates(projectId, run))} AS gates`
  const { checks = [], deadLetters = [], decisions = [], gates = [] } = found ?? {}
  return {
    checks: toRows<CheckRow>('runCheck', checks).map(toCheckView),
    checkCount: checks[0]?.total ?? 0,
    deadLetters: {
      total: deadLetters[0]?.total ?? 0,
      newest: toRows<DeadLetterRow>('deadLetter', deadLetters).map((row) => toDeadLetterView(row, now)),
    },
    decisions: await toDecisionViews(db, projectId, run, toRows<NamedDecision>('decision', decisions)),
    gates: toRows<GateRow>('gate', gates).map((row) => toGateView(row, run)),
    gateCount: gates[0]?.total ?? 0,
  }
}

const TOTAL = Prisma.sql`(count(*) OVER ())::int AS total`

const SHOWN_CHECKS = 200
/** Larger inputs of checks are omitted. */
const INPUT_BYTES = 4000

/** The latest checks, oldest first. */
const selectChecks = (projectId: string, { clientId }: Subject) => Prisma.sql`
  SELECT * FROM (
    SELECT id, kind, node_id AS "nodeId", is_ok AS "isOk", is_override AS "isOverride", result, by, recorded_at AS "recordedAt",
      CASE WHEN pg_column_size(input) <= ${INPUT_BYTES} THEN input END AS input, ${TOTAL}
    FROM run_check WHERE project_id = ${projectId}::uuid AND run_key = ${clientId}
    ORDER BY recorded_at DESC, id DESC LIMIT ${SHOWN_CHECKS}) c ORDER BY "recordedAt", id`

const toCheckView = ({ recordedAt, ...row }: CheckRow) =>
  checkView.parse({ ...row, recordedAt: recordedAt.toISOString() })

const SHOWN_DEAD_LETTERS = 10
/** Errors are truncated to this many characters. */
const ERROR_SHOWN = 500
const DEAD_LETTER = fieldsOf('deadLetter').filter((field) => field !== 'args')

/** The newest dead letters. */
const selectDeadLetters = (projectId: string, { clientId }: Subject) => Prisma.sql`
  SELECT ${selectList('x', 'deadLetter', DEAD_LETTER)}, ${TOTAL} FROM dead_letter x
  WHERE x.project_id = ${projectId}::uuid AND x.run_key = ${clientId}
  ORDER BY x.created_at DESC, x.id DESC LIMIT ${SHOWN_DEAD_LETTERS}`

function toDeadLetterView(row: DeadLetterRow, now: Date): RunDetail['deadLetters']['newest'][number] {
  const { args: _, ...item } = toView(toStored({ ...row, args: null }), now)
  return { ...item, error: startOf(item.error, ERROR_SHOWN) }
}

/** The decisions about this run: its reviews, the gates that gave it a signal, and their undos. */
const selectOwnDecisions = (projectId: string, { id, decisionIds }: Subject) =>
  selectDecisions(
    projectId,
    Prisma.sql`d.run_id = ${id}::uuid OR d.id = ANY(${decisionIds}::uuid[]) OR d.undoes = ANY(${decisionIds}::uuid[])`,
  )

async function toDecisionViews(
  db: Db,
  projectId: string,
  { id: runId }: Subject,
  rows: readonly NamedDecision[],
): Promise<RunDetail['decisions']> {
  const undone = new Set(rows.map((row) => row.undoes))
  const reviews = rows.filter(({ kind }) => kind === 'review').map(({ id }) => id)
  const answers = await findAnswers(db, projectId, runId, reviews)
  return rows.map((row) => ({
    ...toDecisionView(row, row.userName ?? 'Veritas', undone.has(row.id)),
    answers: answers.get(row.id) ?? [],
  }))
}

const SHOWN_GATES = 50

/** The newest gates of this run or its version, the one it joined, and those that gave it a signal. */
const selectGates = (projectId: string, { id, versionId, decisionIds }: Subject) => Prisma.sql`
  SELECT x.*, x.state <> 'pending' AND EXISTS (
    SELECT 1 FROM decision u WHERE u.project_id = ${projectId}::uuid AND u.gate_id = x.id AND u.kind = 'gate_undone') AS undone
  FROM (
    SELECT g.id, g.title, g.kind, g.state, g.run_id AS "runId", g.deadline_at AS "deadlineAt", g.opened_at, ${TOTAL} FROM gate g
    WHERE g.project_id = ${projectId}::uuid AND (g.run_id = ${id}::uuid OR g.version_id = ${versionId}::uuid AND g.run_id IS NULL
      OR g.id = ANY(ARRAY(
        SELECT d.gate_id FROM decision d
        WHERE d.project_id = ${projectId}::uuid AND d.id = ANY(${decisionIds}::uuid[]) AND d.gate_id IS NOT NULL
        UNION SELECT j.gate_id FROM gate_run j WHERE j.project_id = ${projectId}::uuid AND j.run_id = ${id}::uuid)))
    ORDER BY g.opened_at DESC, g.id DESC LIMIT ${SHOWN_GATES}) x
  ORDER BY x.opened_at DESC, x.id DESC`

function toGateView({ runId, deadlineAt, ...gate }: GateRow, subject: Subject): RunDetail['gates'][number] {
  const { id, title, kind, undone } = gate
  return {
    ...{ id, title, kind, undone },
    state: gateState.parse(gate.state),
    deadlineAt: deadlineAt.toISOString(),
    isOwn: runId === subject.id,
  }
}
