import type { IssueView } from '@/lib/contracts/run-detail'
import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { detectIn, isDoubt } from '../hallucination/detect-hallucinations'
import { checkFields } from '../hallucination/fields/check-fields'
import { fieldsOfJson } from '../hallucination/fields/read-fields'
import type { HallucinationFinding, HallucinationType } from '../hallucination/finding'
import { toMaterial } from '../hallucination/material'
import { datesIn, isSameDate } from '../hallucination/numbers/read-dates'
import { asText } from '../json/as-text'
import { textOfOthers } from '../json/text-of-others'
import { isToolNode, isUserNode } from '../judgement/read-trace'
import { lazily } from '../lazily'
import { readMaterial } from './read-material'

const MAX_TEXTS = 20
const SHORTEST_TEXT = 20
const MAX_QUOTE = 120

/** What tool results alone do not settle: an agent may talk, quote and cite freely beside them. */
const NEEDS_SOURCES: ReadonlySet<HallucinationType> = new Set([
  'unsupported_claim',
  'false_quote',
  'fabricated_citation',
  'overconfidence',
])

/** Longer results take too long to read on arrival; checked against a part of them, true claims would look invented. */
const MAX_RESULTS = 500_000

/**
 * Returns claims of the output that the run's own material contradicts or does not support: its sources, the results of its tools and the
 * files written. Details that the run was asked with need no support. Skipped without sources and tool results; without sources,
 * tool results of more than 500,000 characters in all are not read. Warnings, and blockers when the material contradicts.
 */
export function claimIssues(run: RunInput): IssueView[] {
  const said = run.sources ? new Set(saidBy(run.nodes)) : new Set<string>()
  // Without text rather than left out, since citations count the sources.
  const all = (run.sources ?? []).map(({ id, text }) => ({ id, text: said.has(text.trim()) ? '' : text }))
  const sources = all.some(({ text }) => text !== '') ? all : []
  const toolResults = readableResults(run, sources.length > 0)
  if (sources.length === 0 && toolResults.length === 0) return []
  const given = readMaterial({ sources, files: run.nodes.flatMap((node) => node.files ?? []), toolResults })
  const asked = detailsAsked(run)
  const isOfDate = datesAsked(run)
  const isClaim = (finding: HallucinationFinding) =>
    isDoubt(finding) &&
    (sources.length > 0 || !NEEDS_SOURCES.has(finding.type)) &&
    !isRepeated(finding, asked) &&
    !(isOpenDate(finding) && isOfDate(finding.span.text))
  const inTexts = textsOf(run.output, 'output')
    .slice(0, MAX_TEXTS)
    .flatMap(({ path, text }) =>
      detectIn(toMaterial(text, given), false)
        .findings.filter(isClaim)
        .map((finding) => toIssue(path, finding)),
    )
  const inFields = issuesOfFields(run.output, given, isClaim)
  return [...inTexts, ...inFields.filter(({ field }) => !inTexts.some((one) => one.field === field))]
}

/** Longer outputs hold more than is extracted from sources. */
const MAX_FIELDS = 200_000

/** Returns the fields of an output that is no text which the sources contradict, or of an extract lack. */
function issuesOfFields(
  output: unknown,
  given: ReturnType<typeof readMaterial>,
  isClaim: (finding: HallucinationFinding) => boolean,
): IssueView[] {
  const text = typeof output === 'object' && output !== null ? JSON.stringify(output) : ''
  const checked = text !== '' && text.length <= MAX_FIELDS ? checkFields(text, given, fieldsOfJson(text)) : null
  if (!checked) return []
  return checked.findings
    .filter(isClaim)
    .map((finding) => toIssue(`output${checked.pathAt(finding.span.start)?.slice(1) ?? ''}`, finding))
}

function toIssue(field: string, finding: HallucinationFinding): IssueView {
  return {
    stage: 'sources',
    type: finding.type,
    field,
    message: `“${finding.span.text.slice(0, MAX_QUOTE)}”: ${finding.evidence}`,
    severity: isContradiction(finding) ? 'error' : 'warning',
    blocker: isContradiction(finding),
  }
}

function readableResults({ nodes }: RunInput, hasSources: boolean): string[] {
  const ofCalls = nodes.flatMap(({ toolCalls }) =>
    Array.isArray(toolCalls) ? toolCalls.map(({ result }) => asText(result ?? '')) : [],
  )
  const ofTools = nodes.flatMap((node) =>
    isToolNode(node) && !isModelNode(node) && !Array.isArray(node.toolCalls) ? [asText(node.output ?? '')] : [],
  )
  const results = [...ofCalls, ...ofTools].filter((result) => result !== '')
  const isReadable = results.reduce((sum, { length }) => sum + length, 0) <= MAX_RESULTS
  if (isReadable) return results
  return hasSources ? ofCalls : []
}

const modelType = /^(?:llm|agent|model|chat|assistant|generation)(?:[^a-z]|$)/i

/** Whether a node is a model by its type. What it says supports nothing, even if it runs tools: "agent.executor". */
function isModelNode({ type }: NodeInput): boolean {
  return modelType.test(type ?? '')
}

/** Returns what the agent itself said in its steps, which other steps may be given. */
function saidBy(nodes: readonly NodeInput[]): string[] {
  return nodes.flatMap((node) => {
    const said = isModelNode(node) && typeof node.output === 'string' ? node.output.trim() : ''
    return said.length < SHORTEST_TEXT ? [] : [said]
  })
}

const MAX_ASKED = 200_000
/** Answers of steps that are looked for in what others were given. */
const MAX_SAID = 200

/** Returns the request, the instructions and what people said during the run, in lower case. */
function textAsked({ request, nodes }: RunInput): string {
  let text = textOfOthers(request)
  for (const node of nodes) {
    if (text.length > MAX_ASKED) break
    text += `\n${asText(node.systemPrompt)}\n${textOfOthers(node.input)}\n${isUserNode(node) ? asText(node.output) : ''}`
  }
  for (const said of saidBy(nodes).slice(0, MAX_SAID)) text = text.replaceAll(said, ' ')
  return text.slice(0, MAX_ASKED).toLowerCase()
}

/** Whether the output repeats a detail it was asked with: one that the material leaves open, or an identifier or name. */
function isRepeated({ type, verdict, span }: HallucinationFinding, asked: (detail: string) => boolean): boolean {
  if (type === 'unsupported_claim' || (verdict !== 'unverifiable' && type !== 'nonexistent_entity')) return false
  return asked(span.text.toLowerCase())
}

/** Returns a function that says whether the run was asked with a detail. Each is looked up once. */
function detailsAsked(run: RunInput): (detail: string) => boolean {
  const text = lazily(() => textAsked(run))
  const known = new Map<string, boolean>()
  return (detail) => {
    const dollars = /^\$([\d.,]*\d)$/.exec(detail)?.[1]
    const found =
      known.get(detail) ??
      (containsWhole(text(), detail) || (dollars !== undefined && containsWhole(text(), `${dollars} dollars`)))
    known.set(detail, found)
    return found
  }
}

function isOpenDate({ type, verdict }: HallucinationFinding): boolean {
  return type === 'temporal_error' && verdict === 'unverifiable'
}

/** Returns a function that says whether the run was asked with a date, or called a tool with it, in any notation. */
function datesAsked(run: RunInput): (written: string) => boolean {
  const dates = lazily(() => {
    const called = run.nodes.flatMap(({ toolCalls }) =>
      Array.isArray(toolCalls) ? toolCalls.map((call) => asText(call.arguments ?? '')) : [],
    )
    return datesIn(`${textAsked(run)}\n${called.join('\n')}`.slice(0, MAX_ASKED))
  })
  return (written) => {
    const [date] = datesIn(written)
    return date !== undefined && dates().some((one) => isSameDate(date, one))
  }
}

function containsWhole(text: string, detail: string): boolean {
  for (let at = text.indexOf(detail); at >= 0; at = text.indexOf(detail, at + 1))
    if (!isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + detail.length])) return true
  return false
}

const isLetterOrDigit = (character: string | undefined) => character !== undefined && /[\p{L}\d]/u.test(character)

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
