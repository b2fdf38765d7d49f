import { id } from '@/lib/contracts/primitives'
import {
  getRun as contract,
  failureView,
  type IssueView,
  issueView,
  type RunDetail,
  unreadValue,
} from '@/lib/contracts/run-detail'
import { budget as budgetSchema, runInput } from '@/lib/contracts/run-input'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { handledFailures } from '@/lib/engine/failures/attribute-failures'
import { type ProjectContext, personOf } from '../context'
import { notFound } from '../errors'
import { findLearned } from '../learning/calibration'
import { operation } from '../operation'
import type { UnreadValue } from '../payloads/fill'
import { findAsked } from '../runs/asked'
import { type CoveredRun, coverRun, findCovered, withoutVerdicts } from '../runs/covered'
import { loadRunId } from '../runs/find'
import { findExecution } from '../runs/list-executions'
import { toErrorView, toFeedbackView, toNodeView, toScoreView, toSignalViews, toTokensView } from '../runs/views'
import { findRunFacts, type RunFacts } from './facts'
import { findRelated } from './related'

/** Returns one run with everything known about it, by its internal or client id. */
export const getRun = operation(contract, (ctx, { runId }) => loadRunDetail(ctx, runId))

/** The same for use by other operations. @throws not_found */
export function loadRunDetail(ctx: ProjectContext, name: string): Promise<RunDetail> {
  return withPreparedStatements(async () => {
    // Most callers name the internal id of a run that exists.
    const known = id.safeParse(name).success ? await findRunDetail(ctx, name) : null
    const detail = known ?? (await findRunDetail(ctx, await loadRunId(ctx, name)))
    if (!detail) throw notFound('run')
    return detail
  })
}

async function findRunDetail(ctx: ProjectContext, runId: string): Promise<RunDetail | null> {
  const { db, project } = ctx
  const me = personOf(ctx.actor)?.userId
  const [facts, learned, asked, covered] = await Promise.all([
    findRunFacts(db, project.id, runId),
    findLearned(db, project.id, runId),
    findAsked(db, project.id, [runId], me).then((of) => of.get(runId) ?? null),
    findCovered(ctx, [runId]).then((of) => of.get(runId)),
  ])
  if (!facts) return null
  const { run, signals } = facts
  const decisionIds = signals.flatMap((signal) => signal.decisionId ?? [])
  const [{ decisions, ...related }, execution] = await Promise.all([
    findRelated(db, project.id, { ...run, decisionIds }, ctx.now()),
    run.execution === null ? null : findExecution(db, project.id, run.chainId, run.execution),
  ])
  const detail = toRunDetail(facts)
  const ownReview = ownReviewOf(detail.signals, decisions, me)
  const whole = { ...detail, isCovered: false, execution, ...related, decisions, ownReview, learned, asked }
  return covered ? coverVerdicts(whole, covered) : whole
}

function ownReviewOf(
  signals: RunDetail['signals'],
  decisions: RunDetail['decisions'],
  userId: string | undefined,
): RunDetail['ownReview'] {
  const own = new Set(decisions.filter(({ by }) => userId !== undefined && by.id === userId).map(({ id }) => id))
  const signal = signals.find(
    ({ origin, retracted, decisionId }) => origin === 'review' && !retracted && own.has(decisionId ?? ''),
  )
  return signal?.decisionId ? { decisionId: signal.decisionId, value: signal.value, reason: signal.comment } : null
}

type Related =
  | 'isCovered'
  | 'execution'
  | 'checks'
  | 'checkCount'
  | 'deadLetters'
  | 'decisions'
  | 'ownReview'
  | 'gates'
  | 'gateCount'
  | 'learned'
  | 'asked'

/** Converts the stored facts of a run to its detail view. */
export function toRunDetail(facts: RunFacts): Omit<RunDetail, Related> {
  const { run, row, version } = facts
  const handled = handledOf(facts)
  const failures = new Map(
    facts.failures.map((failure) => {
      const role = handled.has(failure.nodeId) ? 'handled' : failure.role
      return [failure.nodeId, failureView.parse({ ...failure, role })]
    }),
  )
  const issues = facts.issues.map((issue) => issueView.parse(issue))
  const scores = facts.scores.map(toScoreView)
  return {
    run: row,
    request: run.request ?? (run.isRequestNull ? null : undefined),
    output: run.output ?? (run.isOutputNull ? null : undefined),
    error: toErrorView(run.error),
    tokens: toTokensView(runInput.shape.tokens.parse(run.tokens ?? undefined)),
    budget: toBudgetView(run.budget),
    contract: run.contract ?? version.contract ?? undefined,
    contractFrom: run.contract ? 'run' : version.contract ? 'version' : null,
    criteria: run.criteria ?? version.criteria ?? undefined,
    sources: (runInput.shape.sources.parse(run.sources ?? undefined) ?? []).map((source) => ({
      ...source,
      uri: source.uri ?? null,
    })),
    metadata: runInput.shape.metadata.parse(run.metadata ?? undefined) ?? null,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    receivedAt: run.receivedAt.toISOString(),
    submittedVia: run.submittedVia,
    redactions: run.redactions,
    unread: facts.unread.map(toUnreadView),
    evidenceDigest: run.evidenceDigest,
    contentRemoved: run.contentRemovedAt && { at: run.contentRemovedAt.toISOString(), days: run.contentDays },
    maxAttempts: facts.maxAttempts,
    nodes: facts.nodes.map((node) => {
      const view = toNodeView(node, failures.get(node.nodeId) ?? null, node.isOutputNull)
      return facts.leftOut.has(node.nodeId) ? { ...view, input: undefined, inputLeftOut: true } : view
    }),
    issues,
    scores,
    signals: toSignalViews(facts.signals),
    vetoed: scores.some((score) => score.series === 'confidence' && score.blocked),
    feedback: toFeedbackView(row, withStepNames(issues, facts.nodes), scores),
  }
}

/** Issues of a step carry its id; whoever reads feedback knows it by its name. */
function withStepNames(issues: readonly IssueView[], nodes: RunFacts['nodes']): IssueView[] {
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]))
  return issues.map((issue) =>
    issue.stage === 'execution' ? { ...issue, field: names.get(issue.field) ?? issue.field } : issue,
  )
}

/** Returns the failed nodes that the run recovered from, if it failed for another reason. */
function handledOf({ nodes, failures }: Pick<RunFacts, 'nodes' | 'failures'>): Set<string> {
  const handled = handledFailures(nodes.map((node) => ({ ...node, id: node.nodeId })))
  return failures.some(({ nodeId }) => !handled.has(nodeId)) ? handled : new Set()
}

function toUnreadView({ nodeId, field, bytes, movedAt, why }: UnreadValue): RunDetail['unread'][number] {
  return { nodeId, field: unreadValue.shape.field.parse(field), bytes, movedAt: movedAt.toISOString(), why }
}

function toBudgetView(stored: unknown): RunDetail['budget'] {
  if (stored === null) return null
  const { timeMs = null, tokens = null, costUsd = null } = budgetSchema.parse(stored)
  return { timeMs, tokens, costUsd }
}

/** The run as it was before anyone reviewed it, without verdicts and what follows from them. */
function coverVerdicts(detail: RunDetail, covered: CoveredRun): RunDetail {
  const signals = withoutVerdicts(detail.signals)
  const scores = detail.scores.filter(({ series }) => series !== 'confidence')
  const run = coverRun(detail.run, covered)
  return {
    ...detail,
    isCovered: true,
    run,
    signals,
    scores,
    vetoed: false,
    execution: null,
    decisions: [],
    gates: detail.gates.filter(({ state }) => state === 'pending'),
    feedback: { ...detail.feedback, overallScore: toFeedbackView(run, detail.issues, scores).overallScore },
  }
}
