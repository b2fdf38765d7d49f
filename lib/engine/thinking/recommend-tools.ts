import type { TemplateTool } from '@/lib/contracts/thinking/templates'
import type { RecommendedTool } from '@/lib/contracts/thinking/think'
import { clamp01 } from '../tolerance'
import { fillInputs, fillText, type Subject } from './subject'

const ALTERNATIVE = 0.9
const CONTEXT = 0.05
const EVIDENCE = 0.1

/** A success or failure that a thought of the session reported for its tools. */
export type ToolEvidence = { tools: readonly string[]; isSuccess: boolean }

type Circumstances = {
  isRevision: boolean
  isBranch: boolean
  subject: Subject
  /** The client's tools; undefined if it did not list them. */
  clientTools: readonly string[] | undefined
  /** In order of arrival: the latest about a tool counts. */
  evidence: readonly ToolEvidence[]
}

type Recommendations = { tools: RecommendedTool[]; unavailable: string[] }
type Factors = NonNullable<RecommendedTool['factors']>
type Candidate = { name: string; availableAs: string | null; replaces: string | null }

/** Returns the tools of a step for this client, in the template's order, and those the client lacks. Tavily is never recommended. */
export function recommendTools(templates: readonly TemplateTool[], given: Circumstances): Recommendations {
  const tools: RecommendedTool[] = []
  const unavailable: string[] = []
  for (const template of templates.filter(({ tool_name }) => !isBarred(tool_name))) {
    const candidate = choose(template, given.clientTools)
    if (candidate === null || candidate.replaces !== null) unavailable.push(template.tool_name)
    if (candidate && !tools.some(({ tool_name }) => tool_name === candidate.name))
      tools.push(toRecommendation(template, candidate, given))
  }
  return { tools, unavailable }
}

/** Sorts given tools into allowed ones and those that are never recommended, and lists which of the allowed ones the client lacks. */
export function sortTools<T extends { tool_name: string }>(
  tools: readonly T[],
  clientTools: readonly string[] | undefined,
) {
  const allowed = tools.filter(({ tool_name }) => !isBarred(tool_name))
  const barred = tools.filter(({ tool_name }) => isBarred(tool_name))
  const lacking = allowed.filter(({ tool_name }) => clientTools && findClientTool(tool_name, clientTools) === null)
  return {
    allowed,
    barred: barred.map(({ tool_name }) => tool_name),
    lacking: lacking.map(({ tool_name }) => tool_name),
  }
}

/** Returns the tool itself if the client has it, else the first of its alternatives that the client has. */
function choose(template: TemplateTool, clientTools: readonly string[] | undefined): Candidate | null {
  const { tool_name: name, alternatives = [] } = template
  if (clientTools === undefined) return { name, availableAs: null, replaces: null }
  const own = findClientTool(name, clientTools)
  if (own !== null) return { name, availableAs: own === name ? null : own, replaces: null }
  for (const alternative of alternatives.filter((other) => !isBarred(other))) {
    const found = findClientTool(alternative, clientTools)
    if (found !== null) return { name: alternative, availableAs: found === alternative ? null : found, replaces: name }
  }
  return null
}

function toRecommendation(template: TemplateTool, candidate: Candidate, given: Circumstances): RecommendedTool {
  const { clientTools, subject } = given
  const factors = {
    template: template.confidence,
    availability: candidate.replaces === null ? 1 : ALTERNATIVE,
    context: contextOf(template, given),
    evidence: evidenceOf(candidate.name, given.evidence),
  }
  const alternatives = (template.alternatives ?? []).filter(
    (name) =>
      name !== candidate.name && !isBarred(name) && (!clientTools || findClientTool(name, clientTools) !== null),
  )
  const inputs = inputsOf(template, candidate, subject)
  const rationale = fillText(template.rationale, subject)
  return {
    tool_name: candidate.name,
    confidence: toConfidence(factors),
    rationale: candidate.replaces === null ? rationale : `${rationale} (in place of ${candidate.replaces})`,
    priority: template.priority,
    ...(alternatives.length > 0 && { alternatives }),
    ...(inputs && { suggested_inputs: inputs }),
    ...(candidate.availableAs !== null && { available_as: candidate.availableAs }),
    ...(candidate.replaces !== null && { replaces: candidate.replaces }),
    factors,
  }
}

/** template x availability + context + evidence, within 0 and 1, two decimals. */
function toConfidence({ template, availability, context, evidence }: Factors): number {
  const exact = clamp01(template * availability + context + evidence)
  // Floating-point products such as .45 x .9 fall just below their half cent.
  return Math.round((exact + 1e-9) * 100) / 100
}

function contextOf({ purpose }: TemplateTool, { isRevision, isBranch }: Circumstances): number {
  const isFavoured =
    (isRevision && (purpose === 'read' || purpose === 'diagnose')) ||
    (isBranch && (purpose === 'search' || purpose === 'navigate'))
  return isFavoured ? CONTEXT : 0
}

function evidenceOf(name: string, evidence: readonly ToolEvidence[]): number {
  const latest = evidence.findLast(({ tools }) => tools.some((tool) => isSameTool(tool, name)))
  if (!latest) return 0
  return latest.isSuccess ? EVIDENCE : -EVIDENCE
}

/** An alternative gets its own inputs: for a wrapped tool, those the wrapper would have passed on. */
function inputsOf(template: TemplateTool, { replaces }: Candidate, subject: Subject) {
  const inputs = fillInputs(template.suggested_inputs, subject)
  if (replaces === null || inputs === undefined) return inputs
  const { arguments: passedOn } = inputs
  return typeof passedOn === 'object' && passedOn !== null ? { ...passedOn } : undefined
}

/** Strips the use from a name: `execute_command (yarn list)` is a use of `execute_command`. */
function withoutUse(name: string): string {
  return name.replace(/\s*\([^()]*\)\s*$/, '').trim()
}

/** Whether a tool is never recommended, under any server. */
function isBarred(name: string): boolean {
  return /tavily/i.test(name)
}

/**
 * Returns the client's name for a recommended tool, or null. Matches exactly first, then as `server:tool`, `server__tool` or
 * `mcp__server__tool`; a recommendation that names its server matches the tool of that server, or the bare tool.
 */
export function findClientTool(recommended: string, clientTools: readonly string[]): string | null {
  const allowed = clientTools.filter((name) => !isBarred(name))
  const wanted = withoutUse(recommended)
  return (
    allowed.find((name) => name === recommended) ??
    allowed.find((name) => withoutUse(name) === wanted) ??
    allowed.find((name) => isSpelling(withoutUse(name), wanted)) ??
    null
  )
}

/** Whether two names, in any spelling, mean the same tool. */
function isSameTool(left: string, right: string): boolean {
  const [a, b] = [withoutUse(left), withoutUse(right)]
  return a === b || isSpelling(a, b) || isSpelling(b, a)
}

/** Whether `name` is a spelling of `tool`, which is bare or `server:tool`. */
function isSpelling(name: string, tool: string): boolean {
  const at = tool.lastIndexOf(':')
  if (at > 0) {
    const [server, bare] = [tool.slice(0, at), tool.slice(at + 1)]
    return [bare, `${server}__${bare}`, `mcp__${server}__${bare}`].includes(name)
  }
  return [':', '__'].some(
    (separator) => name.length > tool.length + separator.length && name.endsWith(separator + tool),
  )
}
