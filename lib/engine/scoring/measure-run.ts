import type { IssueView } from '@/lib/contracts/run-detail'
import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { detectIn, isDoubt } from '../hallucination/detect-hallucinations'
import type { HallucinationFinding } from '../hallucination/finding'
import { readGiven, toMaterial } from '../hallucination/material'
import { asText } from '../json/as-text'
import { measureFailures } from './measure-failures'
import { measureGaff } from './measure-gaff'
import { measureStratt } from './measure-trace'
import { CONTRADICTED, type Measure, type MeasuredRun, RUNNING } from './scored-run'

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
  const issues = withoutRepeats([...nodeIssues(run), ...stratt.issues, ...gaff.issues, ...sourceIssues(run)])
  return {
    gaff: gaff.score,
    stratt: stratt.score,
    issues,
    failures: measureFailures(run),
    blockers: issues
      .filter((issue) => issue.blocker)
      .map((issue) => `${issue.stage === 'sources' ? CONTRADICTED : ''}${issue.field}: ${issue.message}`.slice(0, 300))
      .slice(0, 20),
  }
}

/** Keeps one issue per field and kind, since contract and criteria may both miss the same field. */
function withoutRepeats(issues: readonly IssueView[]): IssueView[] {
  const kept = new Map<string, IssueView>()
  for (const issue of issues) {
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
      type: 'run_failed',
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
    type: 'node_failed',
    field: node.id,
    message: `node ${node.name ?? node.id} failed${errorMessage(node.error)}${recovered ? '; the run got past it' : ''}`,
    severity: recovered ? 'warning' : 'error',
    blocker: !recovered,
  }
}

/** Whether a completed run recovered from a failed node: a dependent completed, or it was a tool call of an agent. */
function isRecovered(node: NodeInput, run: RunInput): boolean {
  if (run.status !== 'completed') return false
  return (
    node.type === 'tool' ||
    run.nodes.some((other) => other.status === 'completed' && other.dependencies.includes(node.id))
  )
}

function errorMessage(error: RunInput['error']): string {
  if (error === null || error === undefined) return ''
  const message = typeof error === 'string' ? error : error.message
  return message ? `: ${message.slice(0, 300)}` : ''
}

const MAX_TEXTS = 20
const SHORTEST_TEXT = 20
const MAX_QUOTE = 120

/**
 * Returns claims of the output that the run's own sources contradict or do not support. Checked against the sources, the results of tool
 * calls and the files written; details that the request gave need no support. Skipped without sources. Warnings, and blockers when a source contradicts.
 */
function sourceIssues(run: RunInput): IssueView[] {
  if (!run.sources?.length) return []
  const given = readOnce({
    sources: run.sources.map(({ id, text }) => ({ id, text })),
    files: run.nodes.flatMap((node) => node.files ?? []),
    toolResults: run.nodes.flatMap((node) =>
      Array.isArray(node.toolCalls) ? node.toolCalls.map(({ result }) => asText(result)) : [],
    ),
  })
  const request = asText(run.request ?? '').toLowerCase()
  return textsOf(run.output, 'output')
    .slice(0, MAX_TEXTS)
    .flatMap(({ path, text }) =>
      detectIn(toMaterial(text, given))
        .findings.filter((finding) => isDoubt(finding) && !isRepeated(finding, request))
        .map((finding) => ({
          stage: 'sources',
          type: finding.type,
          field: path,
          message: `“${finding.span.text.slice(0, MAX_QUOTE)}”: ${finding.evidence}`,
          severity: isContradiction(finding) ? ('error' as const) : ('warning' as const),
          blocker: isContradiction(finding),
        })),
    )
}

/** Whether the output repeats a detail of the request that the sources leave open. */
function isRepeated({ type, verdict, span }: HallucinationFinding, request: string): boolean {
  if (verdict !== 'unverifiable' || type === 'unsupported_claim') return false
  const detail = span.text.toLowerCase()
  for (let at = request.indexOf(detail); at >= 0; at = request.indexOf(detail, at + 1))
    if (!isLetterOrDigit(request[at - 1]) && !isLetterOrDigit(request[at + detail.length])) return true
  return false
}

const isLetterOrDigit = (character: string | undefined) => character !== undefined && /[\p{L}\d]/u.test(character)

type Material = Parameters<typeof readGiven>[0]

/** Consecutive runs often share their material: attempts, versions on one case, answers from one text. */
let latest: { material: Material; given: ReturnType<typeof readGiven>; uses: number } | undefined
/** The prepared material grows with the words looked up in it. */
const MAX_USES = 100

function readOnce(material: Material): ReturnType<typeof readGiven> {
  if (!latest || latest.uses >= MAX_USES || !isSameMaterial(latest.material, material))
    latest = { material, given: readGiven(material), uses: 0 }
  latest.uses++
  return latest.given
}

function isSameMaterial(one: Material, other: Material): boolean {
  const partsOf = ({ sources = [], files = [], toolResults = [] }: Material) => [
    ...[sources.length, files.length, toolResults.length],
    ...sources.flatMap(({ id, text }) => [id, text]),
    ...[...files, ...toolResults],
  ]
  const others = partsOf(other)
  return partsOf(one).every((part, at) => part === others[at])
}

/** A source clearly contradicts the claim, so a person has to look whatever the scores. */
function isContradiction({ verdict, severity }: HallucinationFinding): boolean {
  return verdict === 'contradicted' && severity !== 'warning'
}

function textsOf(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return value.length < SHORTEST_TEXT ? [] : [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, `${path}.${key}`))
}

const UNFINISHED = ['cancelled', 'paused_for_approval', RUNNING]

/** Whether a run has ended. A cancelled, paused or running run has no score: it is neither good nor bad yet. */
export function isFinished(run: Pick<RunInput, 'status'>): boolean {
  return !UNFINISHED.includes(run.status)
}
