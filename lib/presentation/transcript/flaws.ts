import type { RunAttribution } from '@/lib/contracts/attributions'
import type { IssueView, RunDetail } from '@/lib/contracts/run-detail'
import { NOTHING_STANDS_OUT } from '@/lib/contracts/vocabulary'
import { checkKindLabels } from '../labels/checks'
import { doubtsOf } from './doubts'
import type { Flaw, Step } from './step'
import { messageOf, passageOf, stepText } from './text'

/** From the gravest to the least. */
const ORDER: readonly Flaw['kind'][] = [
  'guilty',
  'root',
  'failed',
  'contradicted',
  'unmet',
  'suggested',
  'cascade',
  'unsupported',
]

type Ended = {
  run: Pick<RunDetail['run'], 'status'> & { flag?: RunDetail['run']['flag'] }
  vetoed?: boolean
  nodes: readonly unknown[]
}

/** Whether the step that caused it is sought for a run: it has several, and it failed, breaks a rule, or is flagged. */
export const hasCause = ({ run, vetoed, nodes }: Ended): boolean =>
  nodes.length > 1 && (run.status === 'failed' || vetoed === true || (run.flag ?? null) !== null)

/** Whether a printed record has the whole step: the request, the answer, and what went wrong. Of the others it has a line. */
export function isPrintedWhole({ id, isAnswer, error, flaws }: Step): boolean {
  return id === '@request' || isAnswer || error !== null || flaws.length > 0
}

/** Adds the flaws to every step: failures, unmet checks, and text not supported by the sources. */
export function findFlaws(
  steps: readonly Step[],
  { nodes, checks, issues }: Pick<RunDetail, 'nodes' | 'checks' | 'issues'>,
): void {
  const lastOf = new Map(steps.map((step) => [step.nodeId, step]))
  const firstOf = new Map(steps.toReversed().map((step) => [step.nodeId, step]))
  for (const node of nodes) {
    const step = lastOf.get(node.id)
    if (step && (node.status === 'failed' || node.failure)) step.flaws.push(failureFlaw(node))
  }
  for (const check of checks)
    if (check.isOk === false && check.nodeId !== null)
      firstOf.get(check.nodeId)?.flaws.push({
        kind: 'unmet',
        label: 'Check not met',
        detail: `${checkKindLabels[check.kind]}${check.isOverride ? ', let through all the same' : ''}`,
      })
  const answer = steps.findLast((step) => step.isAnswer) ?? steps.at(-1)
  if (answer) addFindings(answer, issues)
  const error = steps.find((step) => step.id === '@error')
  if (error) error.flaws.push({ kind: 'failed', label: 'Failed', detail: error.error?.message ?? '' })
  for (const step of steps) sort(step)
}

function failureFlaw({ failure, error }: RunDetail['nodes'][number]): Flaw {
  const detail = error?.message ?? failure?.message ?? ''
  if (failure?.role === 'root') return { kind: 'root', label: 'Failure began here', detail }
  if (failure?.role === 'cascade') return { kind: 'cascade', label: 'Failed because of an earlier step', detail }
  return { kind: 'failed', label: failure?.role === 'handled' ? 'Failed, and the run got past it' : 'Failed', detail }
}

function addFindings(answer: Step, issues: readonly IssueView[]): void {
  for (const issue of issues) {
    if (issue.stage === 'execution') continue
    const [doubt] = doubtsOf([issue])
    if (doubt) {
      const { quote, evidence, isContradicted } = doubt
      // In a value, which is searched as JSON, the quote may be escaped.
      const passages = [quote, JSON.stringify(quote).slice(1, -1)]
      if (passages.some((passage) => stepText(answer).includes(passage))) answer.doubts.push(doubt)
      answer.flaws.push({
        kind: isContradicted ? 'contradicted' : 'unsupported',
        label: isContradicted ? 'Contradicted' : 'Not confirmed',
        detail: `${passageOf(doubt)}: ${evidence}`,
      })
    } else if (issue.severity === 'error') {
      const field = issue.field.replace(/^\$\.?/, '')
      const message = messageOf(issue)
      answer.flaws.push({
        kind: 'unmet',
        label: issue.type === 'schema_error' ? 'Not checked' : 'Not met',
        detail: field && !message.startsWith(`${field} `) ? `${field}: ${message}` : message,
      })
    }
  }
}

/** Returns the suggested causes of a failed run; none if nothing speaks even for the first. */
export function suggestedCauses({ suggestions }: Pick<RunAttribution, 'suggestions'>): RunAttribution['suggestions'] {
  return suggestions[0]?.reason === NOTHING_STANDS_OUT ? [] : suggestions
}

/**
 * Marks the step that caused a failed run: the one confirmed by a person, else the likeliest as suggested if anything speaks for it. A suggestion
 * names the step where the failure began, which may be another, and is left out where that is the same.
 */
export function withCause(steps: readonly Step[], cause: RunAttribution | undefined): readonly Step[] {
  if (!cause) return steps
  const { attribution } = cause
  const [likeliest] = suggestedCauses(cause)
  const nodeId = attribution ? attribution.nodeId : (likeliest?.nodeId ?? null)
  const place = nodeId === null ? -1 : steps.findIndex((step) => step.nodeId === nodeId)
  const began = steps.filter(({ flaws }) => flaws.some(({ kind }) => kind === 'root'))
  if (!attribution && began.some((step) => step.nodeId === nodeId)) return steps
  const flaw: Flaw = attribution
    ? {
        kind: 'guilty',
        label: 'Caused it',
        detail: `${attribution.by} says so.${attribution.reason ? ` ${attribution.reason}` : ''}`,
      }
    : {
        kind: 'suggested',
        label: 'Likeliest cause, suggested',
        detail: [likeliest?.reason.replace(/\.$/, ''), began[0] && `The failure itself began at ${began[0].name}.`]
          .filter(Boolean)
          .join('. '),
      }
  return steps.map((step, at) => (at === place ? sort({ ...step, flaws: [flaw, ...step.flaws] }) : step))
}

function sort(step: Step): Step {
  step.flaws.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return step
}
