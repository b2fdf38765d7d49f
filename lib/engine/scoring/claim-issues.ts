import { isRecord } from '@/lib/contracts/is-record'
import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { detectIn, isDoubt } from '../hallucination/detect-hallucinations'
import type { HallucinationFinding, HallucinationType } from '../hallucination/finding'
import { readGiven, toMaterial } from '../hallucination/material'
import { asText } from '../json/as-text'
import { plainMessage } from '../json/plain-message'
import { isToolNode, isUserNode } from '../judgement/read-trace'
import { lazily } from '../lazily'

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
  const sources = (run.sources ?? []).map(({ id, text }) => ({ id, text }))
  const toolResults = readableResults(run, sources.length > 0)
  if (sources.length === 0 && toolResults.length === 0) return []
  const given = readOnce({ sources, files: run.nodes.flatMap((node) => node.files ?? []), toolResults })
  const asked = detailsAsked(run)
  const isClaim = (finding: HallucinationFinding) =>
    isDoubt(finding) && (sources.length > 0 || !NEEDS_SOURCES.has(finding.type)) && !isRepeated(finding, asked)
  return textsOf(run.output, 'output')
    .slice(0, MAX_TEXTS)
    .flatMap(({ path, text }) =>
      detectIn(toMaterial(text, given), false)
        .findings.filter(isClaim)
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

function readableResults({ nodes }: RunInput, hasSources: boolean): string[] {
  const ofCalls = nodes.flatMap(({ toolCalls }) =>
    Array.isArray(toolCalls) ? toolCalls.map(({ result }) => asText(result ?? '')) : [],
  )
  const ofTools = nodes.flatMap((node) =>
    isToolNode(node) && !Array.isArray(node.toolCalls) ? [asText(node.output ?? '')] : [],
  )
  const results = [...ofCalls, ...ofTools].filter((result) => result !== '')
  const isReadable = results.reduce((sum, { length }) => sum + length, 0) <= MAX_RESULTS
  if (isReadable) return results
  return hasSources ? ofCalls : []
}

const MAX_ASKED = 200_000

/** Returns the request, the instructions and what people said during the run, in lower case. */
function textAsked({ request, nodes }: RunInput): string {
  let text = asText(request)
  for (const node of nodes) {
    if (text.length > MAX_ASKED) break
    text += `\n${asText(node.systemPrompt)}\n${askedIn(node.input)}\n${isUserNode(node) ? asText(node.output) : ''}`
  }
  return text.slice(0, MAX_ASKED).toLowerCase()
}

/** Returns the input of a step without the messages of the agent and its tools, which support nothing. */
function askedIn(input: unknown): string {
  const messages = isRecord(input) && Array.isArray(input.messages) ? input.messages.flat() : input
  if (!Array.isArray(messages)) return asText(messages)
  return messages
    .filter((message) => !isRecord(message) || !ANSWERING.has(speakerOf(message)))
    .map(asText)
    .join('\n')
}

const ANSWERING = new Set(['assistant', 'ai', 'tool', 'model'])

/** Who a message is from: by its role, or the type that LangChain gives it. */
function speakerOf(message: Record<string, unknown>): string {
  const { role, type } = plainMessage(message)
  return asText(role ?? type)
    .replace(/Message(?:Chunk)?$/, '')
    .toLowerCase()
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
    const found = known.get(detail) ?? containsWhole(text(), detail)
    known.set(detail, found)
    return found
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
