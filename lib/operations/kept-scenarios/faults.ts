import type { KeptFault } from '@/lib/contracts/kept-scenarios'
import { failureClass } from '@/lib/contracts/primitives'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { TriedRun } from '@/lib/engine/trials/judge-kept'
import { excerptOf } from '../excerpt'
import { humanSignal, PERSON_ORIGINS } from '../runs/human-verdict'

/** The length of each shown text, and how many faults of each kind are kept per run. */
const TEXT_LENGTH = 300
const FAULTS_OF_KIND_MAX = 5

type FailureRow = { runId: string; nodeId: string; failureClass: string; fingerprint: string; message: string }
type IssueRow = { runId: string; stage: string; type: string; field: string; message: string; blocker: boolean }
type RunRow = {
  runId: string
  status: string
  quality: number | null
  value: number | null
  by: string | null
  reason: string | null
  hasSources: boolean
}

/** Loads the faults of these runs in three statements, however many runs there are. In no particular order. */
export async function loadTriedRuns(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<TriedRun[]> {
  if (runIds.length === 0) return []
  const runs = await db.$queryRaw<RunRow[]>`
    SELECT s.id AS "runId", s.status, s.quality, g.value, g.by, g.comment AS reason,
      coalesce(json_array_length(CASE json_typeof(r.sources) WHEN 'array' THEN r.sources END), 0) > 0 AS "hasSources"
    FROM run_summary s JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = s.id AND r.id = ANY(${runIds}::uuid[])
    LEFT JOIN ${humanSignal(projectId)} ON s.human_origin IN (${PERSON_ORIGINS})
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
  // A cascade only repeats the fault of another node; a node's name says more than its id.
  const failures = await db.$queryRaw<FailureRow[]>`
    SELECT f.run_id AS "runId", coalesce(n.name, f.node_id) AS "nodeId", f.failure_class AS "failureClass", f.fingerprint,
      ${excerptOf(Prisma.sql`f.message`, TEXT_LENGTH)} AS message
    FROM failure f LEFT JOIN node_run n ON n.project_id = f.project_id AND n.run_id = ANY(${runIds}::uuid[]) AND n.run_id = f.run_id AND n.node_id = f.node_id
    WHERE f.project_id = ${projectId}::uuid AND f.run_id = ANY(${runIds}::uuid[]) AND f.role = 'root'
    ORDER BY f.run_id, f.node_id`
  // A completed run that lacks a required output broke its contract, also where that only lowers the score.
  const issues = await db.$queryRaw<IssueRow[]>`
    SELECT run_id AS "runId", stage, type, field, message, blocker FROM issue
    WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND stage <> 'execution'
      AND (blocker OR (stage = 'contract' AND type = 'missing_field'))
    ORDER BY run_id, ordinal`
  const failuresOf = Map.groupBy(failures, ({ runId }) => runId)
  const issuesOf = Map.groupBy(issues, ({ runId }) => runId)
  return runs.map(({ runId, status, quality, value, by, reason, hasSources }) => {
    // A failed run lacks every output, which says nothing about the fault.
    const own = (issuesOf.get(runId) ?? []).filter(({ blocker }) => blocker || status === 'completed')
    return {
      runId,
      status,
      quality,
      hasSources,
      human: value === null ? null : { value, by: by ?? 'a person', reason },
      failures: (failuresOf.get(runId) ?? []).map(toFailure),
      findings: own.filter(({ stage }) => stage === 'sources').map(toFinding),
      issues: own.filter(({ stage }) => stage !== 'sources').map(toIssue),
    }
  })
}

function toFailure({
  nodeId: node,
  failureClass: named,
  fingerprint,
  message,
}: FailureRow): TriedRun['failures'][number] {
  return { kind: 'failure', fingerprint, failureClass: failureClass.parse(named), node, message }
}

/** Parses an issue of the source check, which reads `“text”: evidence against it`. */
function toFinding({ type, field, message }: IssueRow): TriedRun['findings'][number] {
  const [, text = message, evidence = ''] = /^“(.*?)”: (.*)$/s.exec(message) ?? []
  return { kind: 'finding', type, field, text: short(text), evidence: short(evidence) }
}

function toIssue({ type, field, message }: IssueRow): TriedRun['issues'][number] {
  return { kind: 'issue', type, field, message: short(message) }
}

const short = (text: string) => text.slice(0, TEXT_LENGTH).toWellFormed()

/** Returns the faults of a run to keep with its scenario; empty if a person gave it the expected verdict. */
export function faultsOf({ human, failures, findings, issues }: TriedRun, expected: number): KeptFault[] {
  if (human && human.value >= expected) return []
  const rejection: KeptFault[] =
    human && human.value === 0 ? [{ kind: 'rejected', by: human.by, reason: short(human.reason ?? '') }] : []
  return [
    ...failures.slice(0, FAULTS_OF_KIND_MAX),
    ...findings.slice(0, FAULTS_OF_KIND_MAX),
    ...issues.slice(0, FAULTS_OF_KIND_MAX),
    ...rejection,
  ]
}

const FAULTS_MAX = 20

/** Merges the known faults of a request with those of another run of it. */
export function joinFaults(known: readonly KeptFault[], more: readonly KeptFault[]): KeptFault[] {
  return [...new Map([...known, ...more].map((fault) => [keyOf(fault), fault])).values()].slice(0, FAULTS_MAX)
}

function keyOf(fault: KeptFault): string {
  switch (fault.kind) {
    case 'failure':
      return `failure ${fault.fingerprint}`
    case 'finding':
      return `finding ${fault.type} ${fault.text}`
    case 'issue':
      return `issue ${fault.type} ${fault.field}`
    case 'rejected':
      return `rejected ${fault.by} ${fault.reason}`
  }
}
