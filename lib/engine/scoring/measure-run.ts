import type { IssueView } from '@/lib/contracts/run-detail'
import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { type FailureRole, NO_ERROR_MESSAGE, RUN_ITSELF } from '@/lib/contracts/vocabulary'
import { attributeFailures, handledFailures } from '../failures/attribute-failures'
import { classifyFailure } from '../failures/classify-failure'
import { fingerprintFailure } from '../failures/fingerprint'
import { significantText } from '../failures/significant-text'
import { closedText } from '../json/closed-text'
import { isEmpty, isMissing } from '../json/path'
import { collectTexts, findFiller } from '../output/texts'
import { claimIssues } from './claim-issues'
import { nodeName } from './measure-node-groups'
import { measureGaff, measureStratt } from './measure-profiles'
import { CONTRADICTED, type Measure, type MeasuredRun, RUNNING, type ScoredFailure } from './scored-run'

/**
 * Measures a run from its own facts: the `gaff` and `stratt` scores with their factors, the issues found, the class of every failure, and
 * the blockers. A cancelled or paused run has no score, as it is neither good nor bad yet; a running one has no results at all.
 * @throws {EngineInputError} when contract or criteria cannot be applied.
 */
export function measureRun(run: RunInput, measure: Measure): MeasuredRun {
  const finished = isFinished(run)
  const gaff = measureGaff(run, measure, finished)
  const stratt = measureStratt(run, measure, finished)
  if (run.status === RUNNING) return { gaff: gaff.score, stratt: stratt.score, issues: [], failures: [], blockers: [] }
  const issues = withoutRepeats([
    ...nodeIssues(run),
    ...stratt.issues,
    ...gaff.issues,
    ...contentIssues(run),
    ...claimIssues(run),
  ])
  return {
    gaff: gaff.score,
    stratt: stratt.score,
    issues,
    failures: measureFailures(run),
    blockers: issues
      .filter((issue) => issue.blocker && !(issue.type === RUN_FAILED && isErrorOfStep(run)))
      .map((issue) => toBlocker(issue).slice(0, 300))
      .slice(0, 20),
  }
}

/** A message about a node names it, as one about the contract does: ids of spans say nothing to a reader. */
function toBlocker({ stage, type, field, message }: IssueView): string {
  return type === NODE_FAILED || type === 'schema_error'
    ? message
    : `${stage === 'sources' ? CONTRADICTED : ''}${field}: ${message}`
}

const NODE_FAILED = 'node_failed'
const RUN_FAILED = 'run_failed'

/** Whether the error of a run is that of one of its steps. */
function isErrorOfStep({ error, nodes }: RunInput): boolean {
  const message = errorMessage(error)
  return message !== '' && nodes.some((node) => node.status === 'failed' && errorMessage(node.error) === message)
}

/** Keeps one issue per field and kind: contract and criteria may both miss the same field, or the contract misses one that is empty. */
function withoutRepeats(issues: readonly IssueView[]): IssueView[] {
  const kept = new Map<string, IssueView>()
  const missing = new Set(issues.flatMap(({ type, field }) => (type === 'missing_field' ? [field] : [])))
  for (const issue of issues) {
    if (issue.type === 'empty_value' && missing.has(issue.field)) continue
    const key = `${issue.type} ${issue.field.replace(/^\$\.?/, '')} ${issue.type === 'missing_field' ? '' : issue.message}`
    const known = kept.get(key)
    if (!known || (issue.blocker && !known.blocker)) kept.set(key, issue)
  }
  return [...kept.values()].sort(
    (a, b) =>
      Number(b.blocker) - Number(a.blocker) || (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1),
  )
}

/** Returns the issues of the execution itself: a failed run, and each failed node. A node the run recovered from is a warning. */
function nodeIssues(run: RunInput): IssueView[] {
  const issues = run.nodes
    .filter((node) => node.status === 'failed')
    .map((node) => toIssue(node, isRecovered(node, run)))
  if (run.status === 'failed' || run.status === 'failed_quality')
    issues.push({
      stage: 'execution',
      type: RUN_FAILED,
      field: 'status',
      severity: 'error',
      blocker: true,
      message:
        run.status === 'failed'
          ? `the run failed${errorMessage(run.error)}`
          : 'the caller found its quality insufficient',
    })
  return issues
}

function toIssue(node: NodeInput, recovered: boolean): IssueView {
  return {
    stage: 'execution',
    type: NODE_FAILED,
    field: node.id,
    message: `step ${closedText(node.name ?? node.id)} failed${errorMessage(node.error)}${recovered ? '; the run got past it' : ''}`,
    severity: recovered ? 'warning' : 'error',
    blocker: !recovered,
  }
}

/**
 * Whether a completed run recovered from a failed node: a dependent completed, or it was a tool call after which there is an output or a
 * completed step. A run of which nothing remains but failed calls got past none of them.
 */
function isRecovered(node: NodeInput, { status, output, nodes }: RunInput): boolean {
  if (status !== 'completed') return false
  const isDone = (other: NodeInput) => other.status === 'completed'
  if (node.type === 'tool')
    return !(isMissing(output) || isEmpty(output)) || nodes.slice(nodes.indexOf(node)).some(isDone)
  return nodes.some((other) => isDone(other) && other.dependencies.includes(node.id))
}

function errorMessage(error: RunInput['error']): string {
  if (error === null || error === undefined) return ''
  const message = typeof error === 'string' ? error : error.message
  if (!message) return ''
  const short = (message.length > MESSAGE_MAX ? significantText(message) : message).slice(0, MESSAGE_MAX)
  return `: ${closedText(short)}`
}

/** Characters of an error in an issue. */
const MESSAGE_MAX = 300

const UNFINISHED = ['cancelled', 'paused_for_approval', RUNNING]

/** Whether a run has ended. A cancelled, paused or running run has no score: it is neither good nor bad yet. */
export function isFinished(run: Pick<RunInput, 'status'>): boolean {
  return !UNFINISHED.includes(run.status)
}

/** A longer text may contain a placeholder and still be an answer. */
const MAX_FILLER = 200

/** Returns the texts of the output that are filler instead of content: "TODO", lorem ipsum, placeholders. They block acceptance. */
function contentIssues({ output }: Pick<RunInput, 'output'>): IssueView[] {
  return collectTexts(output)
    .texts.filter(({ path, text }) => text.length <= MAX_FILLER && !isData(path, text.trim()))
    .flatMap(({ path, key, text }) =>
      findFiller(text, key)
        .slice(0, 1)
        .map((filler) => ({
          stage: 'content',
          type: 'filler',
          field: path.replace(/^\$/, 'output'),
          message: `"${filler.text}" is filler, not content`,
          severity: 'error' as const,
          blocker: true,
        })),
    )
}

/** Whether a text is a single word that may be a code, such as the initials "TK": in a list, or not plainly a marker. */
function isData(path: string, text: string): boolean {
  if (path === '$' || /\s/.test(text)) return false
  return path.endsWith(']') || !/^(?:todo|tbd|fixme|placeholder)\W*$/i.test(text)
}

const MAX_MESSAGE = 2000

/**
 * Returns class and group of every failed node, and of a run that failed by itself (node id `run`), with roots and cascades distinguished.
 * Failures the run recovered from come last, because they do not explain why it failed. A running run has none yet.
 */
export function measureFailures(run: RunInput): ScoredFailure[] {
  if (run.status === RUNNING) return []
  const roles = attributeFailures(run.nodes)
  const classify = classifyOnce()
  const failed = run.nodes.filter((node) => node.status === 'failed')
  const failures = failed.map((node) => {
    const place = { nodeId: node.id, node: nodeName(node), nodeType: node.type, role: roles.get(node.id) ?? 'root' }
    return toFailure(place, node, classify)
  })
  const handled = handledFailures(run.nodes)
  const fatal = failures.filter(({ nodeId }) => !handled.has(nodeId))
  const isOwn = run.status === 'failed' && fatal.length === 0 && (failed.length === 0 || hasError(run))
  if (isOwn) {
    const place = { nodeId: RUN_ITSELF, node: RUN_ITSELF, nodeType: RUN_ITSELF, role: 'root' as const }
    fatal.push(toFailure(place, run, classify))
  }
  return [...fatal, ...failures.filter(({ nodeId }) => handled.has(nodeId))]
}

const hasError = ({ error }: RunInput) => error !== null && error !== undefined

type Classify = typeof classifyFailure

/** Caches classifications within a run, since thousands of nodes often fail with the same message. */
function classifyOnce(): Classify {
  const known = new Map<string, ReturnType<Classify>>()
  return (input) => {
    const key = JSON.stringify(input)
    const found = known.get(key) ?? classifyFailure(input)
    known.set(key, found)
    return found
  }
}

/** Keeps both ends of a long message: the error is at the start, or after a stack at the end. */
function excerpt(message: string): string {
  return message.length <= 2 * MAX_MESSAGE
    ? message
    : `${message.slice(0, MAX_MESSAGE)}\n${message.slice(-MAX_MESSAGE)}`
}

const KEPT_AT_END = 1000
const CUT = '\n…\n'

/** Returns the message as it is stored: of a long one both ends, as what failed often stands behind what was printed before. */
function storedMessage(message: string): string {
  const characters = [...message]
  if (characters.length <= MAX_MESSAGE) return message
  const start = characters.slice(0, MAX_MESSAGE - KEPT_AT_END - CUT.length)
  return `${start.join('')}${CUT}${characters.slice(-KEPT_AT_END).join('')}`
}

type FailurePlace = Pick<ScoredFailure, 'nodeId' | 'node'> & { nodeType: string | undefined; role: FailureRole }

function toFailure(
  { nodeId, node, nodeType, role }: FailurePlace,
  source: Pick<NodeInput, 'error' | 'toolCalls'>,
  classify: Classify,
): ScoredFailure {
  const error = typeof source.error === 'string' ? { message: source.error } : (source.error ?? { message: '' })
  const message = excerpt(error.message || NO_ERROR_MESSAGE)
  const named = errorCode(error)
  const code = named ?? ('httpStatus' in error ? error.httpStatus : undefined)
  const found = classify({
    message,
    toolCalls: typeof source.toolCalls === 'number' ? source.toolCalls : undefined,
    httpStatus: 'httpStatus' in error ? error.httpStatus : undefined,
    errorCode: named,
  })
  const { fingerprint, template, leaf } = fingerprintFailure({
    failureClass: found.failureClass,
    nodeType: nodeType ?? node,
    message,
    errorCode: code,
  })
  return {
    nodeId,
    node,
    failureClass: found.failureClass,
    retryable: found.retryable,
    failureMode: role === 'cascade' ? 'cascade' : found.failureMode,
    confidence: found.confidence,
    matched: found.matched,
    role,
    fingerprint,
    part: fingerprint,
    template,
    code: code === undefined ? null : String(code),
    leaf,
    message: storedMessage(message),
  }
}

function errorCode(error: object): string | undefined {
  if ('code' in error && error.code !== undefined) return String(error.code)
  return 'type' in error && typeof error.type === 'string' ? error.type : undefined
}
