import type { z } from 'zod'
import { type DecisionView, decisionView, runState } from '@/lib/contracts/reviews'
import {
  type FailureView,
  type FeedbackView,
  type IssueView,
  type NodeView,
  type RunDetail,
  type ScoreView,
  type SignalView,
  scoreView,
  signalView,
} from '@/lib/contracts/run-detail'
import { nodeInput, runError, type tokenCounts } from '@/lib/contracts/run-input'
import type { RunRow } from '@/lib/contracts/runs'
import { type Decision, type NodeRun, Prisma, type Score, type Signal } from '@/lib/db/generated/client'
import { fieldsOf, selectList } from '@/lib/db/rows'
import { synthesizeFeedback } from '@/lib/engine/feedback/synthesize-feedback'
import { atLeast } from '@/lib/engine/tolerance'
import { selectEffective } from './signals'

const {
  toolCalls: toolCallsSchema,
  files: filesSchema,
  tokens: tokensSchema,
  attributes: attributesSchema,
  status,
} = nodeInput.shape

/** Maps a stored node to its API view. Unsent values stay absent or null; `sentNull` = its output was sent as null. */
export function toNodeView(row: NodeRun, failure: FailureView | null, sentNull: boolean): NodeView {
  const toolCalls = toolCallsSchema.parse(row.toolCalls ?? undefined)
  return {
    id: row.nodeId,
    name: row.name,
    type: row.type,
    dependencies: row.dependencies,
    status: status.parse(row.status),
    input: row.input ?? undefined,
    systemPrompt: row.systemPrompt ?? undefined,
    model: row.model,
    provider: row.provider,
    attributes: attributesSchema.parse(row.attributes ?? undefined) ?? null,
    output: row.output ?? (sentNull ? null : undefined),
    error: toErrorView(row.error),
    toolCalls: Array.isArray(toolCalls) ? toolCalls : null,
    toolCallCount: Array.isArray(toolCalls) ? toolCalls.length : (toolCalls ?? null),
    files: filesSchema.parse(row.files ?? undefined) ?? null,
    tokens: toTokensView(tokensSchema.parse(row.tokens ?? undefined)),
    attempts: row.attempts,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    durationMs: row.durationMs,
    failure,
  }
}

type Tokens = z.infer<typeof tokenCounts>

/** Token counts with null for unknown ones; a missing total is the sum of input and output if both are known. */
export function toTokensView(tokens: Tokens | undefined) {
  const { input = null, output = null } = tokens ?? {}
  const sum = input !== null && output !== null ? input + output : null
  return { input, output, total: tokens?.total ?? sum, useful: tokens?.useful ?? null }
}

/** Maps a stored error to its API view; null without one. */
export function toErrorView(stored: unknown): RunDetail['error'] {
  if (stored === null || stored === undefined) return null
  const error = runError.parse(stored)
  if (typeof error === 'string') return { message: error, code: null, httpStatus: null, type: null }
  const code = error.code === undefined ? null : String(error.code)
  return { message: error.message, code, httpStatus: error.httpStatus ?? null, type: error.type ?? null }
}

const STRONG = 0.85

/** Feedback for the next attempt: what to fix, from the issues, and what to keep, from the strong factors. */
export function toFeedbackView(run: RunRow, issues: readonly IssueView[], scores: readonly ScoreView[]): FeedbackView {
  const own = scores.find((score) => score.profile === run.profile)
  const strengths = (own?.factors ?? []).flatMap((factor) =>
    factor.value !== null && atLeast(factor.value, STRONG) ? [`${factor.label} ${factor.value.toFixed(2)}`] : [],
  )
  const feedback = synthesizeFeedback({
    overallScore: run.quality,
    issues: issues.map((issue) => ({
      field: issue.field,
      issue: issue.message,
      severity: issue.blocker ? 'critical' : issue.severity,
    })),
    strengths,
  })
  return {
    overallScore: feedback.overall_score,
    issues: feedback.specific_issues.map((issue) => ({ ...issue, fix: issue.fix ?? null })),
    strengths: feedback.strengths_to_preserve,
    guidance: feedback.iteration_guidance,
  }
}

const breakdown = scoreView.pick({ factors: true, warnings: true, threshold: true })

/** Maps the latest revision of a series, with the factors it was computed from. */
export function toScoreView(row: Score): ScoreView {
  return scoreView.parse({ ...row, ...breakdown.parse(row.breakdown), computedAt: row.computedAt.toISOString() })
}

/** Lists every signal, oldest first, with whether it is in force. Rows that only retract another are left out. */
export function toSignalViews(rows: readonly Signal[]): SignalView[] {
  const inForce = new Set(Object.values(selectEffective(rows)).map((signal) => signal.id))
  const retracted = new Set(rows.map((row) => row.retracts))
  return rows
    .filter((row) => row.value !== null)
    .map((row) =>
      signalView.parse({
        ...row,
        recordedAt: row.recordedAt.toISOString(),
        inForce: inForce.has(row.id),
        retracted: retracted.has(row.id),
      }),
    )
}

/** A stored decision with the name of who took it; null if nobody did. */
export type NamedDecision = Decision & { userName: string | null }

/** Selects the decisions `d` of a project for which `which` holds, oldest first, each as a {@link NamedDecision}. */
export const selectDecisions = (projectId: string, which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${selectList('d', 'decision', fieldsOf('decision'))}, u.name AS "userName"
  FROM decision d LEFT JOIN "user" u ON u.id = d.user_id
  WHERE d.project_id = ${projectId}::uuid AND (${which}) ORDER BY d.decided_at, d.id`

/** Maps a stored decision; `name`: who took it, `undone`: whether a later one undid it. */
export function toDecisionView(row: Decision, name: string, undone: boolean): DecisionView {
  return {
    id: row.id,
    kind: decisionView.shape.kind.parse(row.kind),
    verdict: row.verdict,
    value: row.value,
    reason: row.reason,
    by: { id: row.userId, name },
    decidedAt: row.decidedAt.toISOString(),
    undone,
    before: runState.safeParse(row.before).data ?? null,
    after: runState.safeParse(row.after).data ?? null,
  }
}
