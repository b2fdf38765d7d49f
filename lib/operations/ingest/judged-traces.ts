import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { deepEqual } from '@/lib/engine/json/diff'
import { isOnlyLogged } from '@/lib/ingest/otlp/wire-span'
import { findChainRules } from '../chain-rules/rules'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { isJudged } from '../runs/human-verdict'

// The work grows only with the size of the traces, which is bounded.
const LIMIT_MS = 15_000

/** The client ids of the runs of these spans on which a verdict of a person is in force. */
export async function findJudgedRuns(tx: Tx, projectId: string, spans: readonly Span[]): Promise<Set<string>> {
  if (spans.length === 0) return new Set()
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === null)
  const ids = new Set([
    ...spans.map(({ traceId }) => traceId),
    ...roots.map(({ traceId, spanId }) => `${traceId}-${spanId}`),
  ])
  const rows = await tx.$queryRaw<{ clientId: string }[]>`
    SELECT r.run_key AS "clientId" FROM run_key r JOIN run_summary s ON s.project_id = r.project_id AND s.id = r.run_id
    WHERE r.project_id = ${projectId}::uuid AND r.run_key = ANY(${[...ids]}::text[]) AND ${isJudged(projectId)}`
  return new Set(rows.map(({ clientId }) => clientId))
}

/**
 * Those of the judged runs that would no longer be what the person judged, if their traces were `whole` instead of `known`. Whoever sends
 * traces could otherwise put other words under a verdict; a trace may still grow by steps.
 */
export async function findAltered(
  tx: Tx,
  ctx: ProjectContext,
  judged: ReadonlySet<string>,
  { known, whole }: { known: readonly Span[]; whole: readonly Span[] },
): Promise<string[]> {
  const rules = await findChainRules(tx, ctx.project.id)
  const runsOf = async (all: readonly Span[]) => {
    const spans = all.filter((span) => !isOnlyLogged(span))
    const { runs } = await inEngine(ctx, 'spans_to_runs', { spans, rules }, LIMIT_MS)
    return new Map(runs.filter(({ id }) => judged.has(id)).map((run) => [run.id, run]))
  }
  const [before, after] = [await runsOf(known), await runsOf(whole)]
  return [...before].flatMap(([id, run]) => (holdsStill(run, after.get(id)) ? [] : [id]))
}

/** Whether a run is still what was judged, apart from steps that it did not have. */
function holdsStill(before: RunBody, after: RunBody | undefined): boolean {
  if (!after || !deepEqual(asJudged(before), asJudged(after))) return false
  const steps = new Map(after.nodes?.map((node) => [node.id, node]))
  return (before.nodes ?? []).every((node) => {
    const step = steps.get(node.id)
    return step !== undefined && deepEqual(asStep(node), asStep(step))
  })
}

type Step = NonNullable<RunBody['nodes']>[number]

const asJudged = ({ chain, version, kind, status, request, output, error }: RunBody) => ({
  chain,
  version,
  kind,
  status,
  request,
  output,
  error,
})

const asStep = ({ name, status, systemPrompt, input, output, toolCalls, error }: Step) => ({
  name,
  status,
  systemPrompt,
  input,
  output,
  toolCalls,
  error,
})
