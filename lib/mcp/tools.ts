import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { getBrief } from '@/lib/contracts/briefs'
import { compareVersions } from '@/lib/contracts/comparisons'
import type { Contract } from '@/lib/contracts/contract'
import { searchFailures } from '@/lib/contracts/failures'
import { requestReview, waitForGate } from '@/lib/contracts/gate-moves'
import { getGate, listGates } from '@/lib/contracts/gates'
import { ingestRuns } from '@/lib/contracts/ingest'
import { isRecord } from '@/lib/contracts/is-record'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { getRun } from '@/lib/contracts/run-detail'
import { exportRuns } from '@/lib/contracts/run-export'
import { runInput } from '@/lib/contracts/run-input'
import { listRuns } from '@/lib/contracts/runs'
import { sendSignals } from '@/lib/contracts/sent-signals'
import { getServedVersion, publishVersion } from '@/lib/contracts/versions'
import type { Toolset } from '@/lib/contracts/vocabulary'
import { inputSchemaOf, type JsonSchema, outputSchemaOf, shortSchema } from './short-schemas'

const decideInTheBrowser: Question = {
  withoutWaiting: (input) => ({ ...input, timeoutSeconds: 0 }),
  ask(output) {
    const { decided, gate, url } = waitForGate.output.parse(output)
    return decided ? null : { message: `${gate.title}: ${gate.question} Open the gate to decide it.`, url }
  },
}

const judgement = new Set([
  'attribute_failure',
  'calibrate_confidence',
  'estimate_quality',
  'forecast_verdict',
  'group_failures',
  'recommend_stop',
])
const thinking = new Set(['sequential_thinking_qa', 'get_thinking_history', 'clear_thinking_history'])

function toolsetOf(name: string): Toolset {
  if (judgement.has(name)) return 'judgement'
  return thinking.has(name) ? 'thinking' : 'quality'
}

/** Fewer than over REST: a model reads all of them, and hosts refuse answers that are too long. */
const PAGE = 20

/**
 * All tools. None of them can decide: their contracts read or write, and only a signed-in person can approve, reject, review or
 * administer.
 */
export const tools = [
  // A single run: batches are only accepted over REST.
  toTool('submit_run', ingestRuns, { toolset: 'runs', input: runInput }),
  toTool('send_signals', sendSignals, { toolset: 'runs' }),
  toTool('list_runs', listRuns, { toolset: 'runs' }),
  toTool('get_run', getRun, { toolset: 'runs' }),
  toTool('search_failures', searchFailures, { toolset: 'runs' }),
  toTool('get_brief', getBrief, { toolset: 'runs' }),
  toTool('export', exportRuns, { toolset: 'runs' }),
  toTool('list_gates', listGates, { toolset: 'gates' }),
  toTool('get_gate_evidence', getGate, { toolset: 'gates' }),
  toTool('request_review', requestReview, { toolset: 'gates' }),
  toTool('wait_for_gate', waitForGate, { toolset: 'gates', question: decideInTheBrowser }),
  toTool('publish_version', publishVersion, { toolset: 'gates' }),
  toTool('get_served_version', getServedVersion, { toolset: 'gates' }),
  toTool('compare_versions', compareVersions, { toolset: 'gates' }),
  ...qualityTools.map((contract) => toTool(contract.name, contract, { toolset: toolsetOf(contract.name) })),
  ...qualityTools.flatMap((contract) =>
    contract.alias ? [toTool(contract.alias, contract, { toolset: toolsetOf(contract.name), isAlias: true })] : [],
  ),
]

/** The question that a waiting tool shows to a person, if the client can open URLs. */
type Question = {
  /** The same input without waiting. */
  withoutWaiting: (input: Record<string, unknown>) => Record<string, unknown>
  /** The question for this answer; null if there is none. */
  ask: (output: unknown) => { message: string; url: string } | null
}

/** A contract under its tool name. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly contract: Contract
  readonly toolset: Toolset
  /** Whether this is a second name of a tool, callable but not listed. */
  readonly isAlias: boolean
  readonly annotations: ToolAnnotations
  readonly inputSchema: JsonSchema
  /** The short input schema, listed by default. */
  readonly shortInputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly question: Question | null
  /** How many rows are listed unless the caller asks for another number; null if it lists none. */
  readonly page: number | null
}

type Options = {
  toolset: Toolset
  isAlias?: boolean
  /** More specific input schema, if the contract accepts any object and parses it later. */
  input?: z.ZodType
  question?: Question
}

/** Creates a tool from a contract: description, schemas and annotations are derived from it. */
function toTool(name: string, contract: Contract, options: Options): Tool {
  const { toolset, isAlias = false, input, question } = options
  const wireSchema = inputSchemaOf(input ?? contract.input)
  const { limit } = wireSchema.properties ?? {}
  const isList = typeof limit === 'object' && typeof limit.default === 'number' && limit.default > PAGE
  const inputSchema = isList
    ? { ...wireSchema, properties: { ...wireSchema.properties, limit: { ...limit, default: PAGE } } }
    : wireSchema
  return {
    name,
    title: toTitle(name),
    description: contract.summary,
    contract,
    toolset,
    isAlias,
    annotations: annotationsOf(contract),
    inputSchema,
    shortInputSchema: shortSchema(inputSchema),
    outputSchema: outputSchemaOf(contract.output),
    question: question ?? null,
    page: isList ? PAGE : null,
  }
}

function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bqa\b/, 'QA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Tool annotations of a contract. All four hints are set, so that the host's pessimistic defaults do not apply. */
function annotationsOf({ effects, hints, method }: Contract): Required<Omit<ToolAnnotations, 'title'>> {
  const readOnly = effects.length === 0
  return {
    readOnlyHint: readOnly,
    destructiveHint: hints?.destructive ?? method === 'DELETE',
    idempotentHint: hints?.idempotent ?? (readOnly || method === 'DELETE'),
    openWorldHint: effects.some((effect) => effect === 'outside'),
  }
}

/** Calls of a tool, as it takes them: the path parameters are fields of the input. */
export function toExamples({ examples }: Contract) {
  return examples?.map(({ path, body, answer }) => ({ input: { ...path, ...Object(body) }, output: answer }))
}

/** The name of the tool that a message calls; null if it calls none. */
export function calledTool(message: unknown): unknown {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return null
  return message.params.name
}

/** The paths in a message of what the tool that it calls keeps digit for digit. */
export function exactIn(message: unknown): readonly string[] {
  const name = calledTool(message)
  const { exact = [] } = tools.find((tool) => tool.name === name)?.contract ?? {}
  return exact.map((path) => `params.arguments.${path}`)
}
