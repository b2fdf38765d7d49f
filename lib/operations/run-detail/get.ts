import {
  getRun as contract,
  failureView,
  type IssueView,
  issueView,
  type RunDetail,
  unreadValue,
} from '@/lib/contracts/run-detail'
import { budget as budgetSchema, runInput } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import type { NodeRun } from '@/lib/db/generated/client'
import { handledFailures } from '@/lib/engine/failures/attribute-failures'
import { type ProjectContext, personOf } from '../context'
import { notFound } from '../errors'
import { findLearned } from '../learning/calibration'
import { operation } from '../operation'
import { type Apart, fillReadablePayloads, type UnreadValue } from '../payloads/fill'
import { findAsked } from '../runs/asked'
import { type CoveredRun, coverRun, findCovered, withoutVerdicts } from '../runs/covered'
import { loadRunId } from '../runs/find'
import { findExecution } from '../runs/list-executions'
import { findRunRows, findSentNulls } from '../runs/rows'
import { toErrorView, toFeedbackView, toNodeView, toScoreView, toSignalViews, toTokensView } from '../runs/views'
import { findRunChecks, findRunDeadLetters, findRunDecisions, findRunGates } from './related'

/** Returns one run with everything known about it, by its internal or client id. */
export const getRun = operation(contract, (ctx, { runId }) => loadRunDetail(ctx, runId))

/** The same for use by other operations. @throws not_found */
export async function loadRunDetail(ctx: ProjectContext, name: string): Promise<RunDetail> {
  const projectId = ctx.project.id
  const runId = await loadRunId(ctx, name)
  const facts = await loadRunFacts(ctx.db, projectId, runId)
  const { run, signals } = facts
  const decisionIds = signals.flatMap((signal) => (signal.decisionId ? [signal.decisionId] : []))
  const me = personOf(ctx.actor)?.userId
  const [execution, checks, deadLetters, decisions, ownGates, learned, asked, covered] = await Promise.all([
    run.execution === null ? null : findExecution(ctx.db, projectId, run.chainId, run.execution),
    findRunChecks(ctx.db, projectId, run.clientId),
    findRunDeadLetters(ctx.db, projectId, run.clientId, ctx.now()),
    findRunDecisions(ctx.db, projectId, runId, signals),
    findRunGates(ctx.db, projectId, { runId, versionId: run.versionId, decisionIds }),
    findLearned(ctx.db, projectId, runId),
    findAsked(ctx.db, projectId, [runId], me).then((of) => of.get(runId) ?? null),
    findCovered(ctx, [runId]).then((of) => of.get(runId)),
  ])
  const detail = toRunDetail(facts)
  const ownReview = ownReviewOf(detail.signals, decisions, me)
  const whole = {
    ...detail,
    isCovered: false,
    execution,
    ...checks,
    deadLetters,
    decisions,
    ownReview,
    ...ownGates,
    learned,
    asked,
  }
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
  const { run, row, version, nulls } = facts
  const sent = (field: 'request' | 'output') => run[field] ?? (nulls.fields.has(field) ? null : undefined)
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
    request: sent('request'),
    output: sent('output'),
    error: toErrorView(run.error),
    tokens: toTokensView(runInput.shape.tokens.parse(run.tokens ?? undefined)),
    budget: toBudgetView(run.budget),
    contract: run.contract ?? version?.contract ?? undefined,
    contractFrom: run.contract ? 'run' : version?.contract ? 'version' : null,
    criteria: run.criteria ?? version?.criteria ?? undefined,
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
    contentRemoved: run.contentRemovedAt && { at: run.contentRemovedAt.toISOString(), days: run.contentDays },
    maxAttempts: facts.maxAttempts,
    nodes: facts.nodes.map((node) => {
      const view = toNodeView(node, failures.get(node.nodeId) ?? null, nulls.nodes.has(node.nodeId))
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

function toBudgetView(stored: unknown): RunDetail['budget'] {
  if (stored === null) return null
  const { timeMs = null, tokens = null, costUsd = null } = budgetSchema.parse(stored)
  return { timeMs, tokens, costUsd }
}

type RunFacts = Awaited<ReturnType<typeof loadRunFacts>>

/**
 * Loads everything stored about one run, each table by its key.
 * @throws not_found when the run does not belong to this project
 */
export async function loadRunFacts(db: Db, projectId: string, runId: string) {
  const ofRun = { where: { projectId, runId } }
  const [run, [row], nodes, issues, scores, signals, failures, nullsOf] = await Promise.all([
    db.run.findUnique({ where: { projectId_id: { projectId, id: runId } } }),
    findRunRows(db, projectId, [runId]),
    db.nodeRun.findMany({ ...ofRun, orderBy: { ordinal: 'asc' } }),
    db.issue.findMany({ ...ofRun, orderBy: { ordinal: 'asc' } }),
    db.score.findMany({ ...ofRun, distinct: ['series'], orderBy: [{ series: 'asc' }, { revision: 'desc' }] }),
    db.signal.findMany({ ...ofRun, orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }] }),
    db.failure.findMany(ofRun),
    findSentNulls(db, projectId, [runId]),
  ])
  if (!run || !row) throw notFound('run')
  let leftOut = overInputLimit(nodes, [])
  const unread = await fillReadablePayloads(
    db,
    projectId,
    { runs: [run], nodes },
    {
      isPage: true,
      // Omitted inputs are not read from the store either.
      choose(values) {
        leftOut = overInputLimit(nodes, values)
        return ({ nodeId, field }) => field !== 'input' || nodeId === null || !leftOut.has(nodeId)
      },
    },
  )
  const version = await db.chainVersion.findUnique({
    where: { projectId_id: { projectId, id: run.versionId } },
    select: { contract: true, criteria: true },
  })
  const summary = await db.runSummary.findUnique({
    where: { projectId_id: { projectId, id: runId } },
    select: { maxAttempts: true },
  })
  return {
    run,
    row,
    nodes,
    issues,
    scores,
    signals,
    failures,
    nulls: nullsOf(runId),
    unread,
    leftOut,
    version,
    maxAttempts: summary?.maxAttempts ?? run.attempt,
  }
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
