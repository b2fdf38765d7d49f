import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@/lib/db/client'
import { seededRng } from '@/lib/engine/stats/random'
import { makeProject } from './bench-project'
import { formatMs, formatRatio, median, quantileOf } from './figures'
import { type Answer, assertOk, type HttpClient, openHttpClient, timeInFlight } from './http-client'
import type { Section } from './report'
import { scoringBodyMaker } from './scoring-bodies'

const widths = [1, 8]
const rounds = 10
const warmUpRounds = 5
const callsPerRound = 40

/** Calls each tool with the same input over REST and over MCP, in turns. */
export async function measureTools({ db, baseUrl }: { db: Db; baseUrl: string }): Promise<Section> {
  const rows: string[][] = []
  for (const toolCase of toolCases()) {
    for (const width of widths) {
      // A separate key per case: together they exceed the limit of calls within ten seconds.
      const project = await makeProject(db, `bench-${toolCase.tool.replaceAll('_', '-')}-${width}`)
      const client = openHttpClient(baseUrl, project.key)
      const calls = callsOf(client, toolCase)
      await assertSameAnswer(calls)
      rows.push(toRow(toolCase, width, await measureWidth(calls, width)))
      client.close()
    }
  }
  return {
    title: 'Tools over REST and MCP',
    method: `Each tool is called with the same input over REST and over MCP (a call without a handshake, whose response contains the output as text and as structured content), alternating every ${callsPerRound} calls, ${rounds} rounds after ${warmUpRounds} to warm up: from sending the request over an open connection until the whole response is read. The inputs are ${sizes()} of JSON; the heavy one is an execution of 10 nodes with 20 rules and an output of 8 kB. The ratio is that of the medians within each round.`,
    columns: ['tool', 'at a time', 'REST p50', 'REST p95', 'MCP p50', 'MCP p95', 'MCP to REST', 'n'],
    rows,
    goals: [],
  }
}

type Calls = { rest: () => Promise<Answer>; mcp: () => Promise<Answer> }

function callsOf(client: HttpClient, { tool, input }: ToolCase): Calls {
  const direct = Buffer.from(JSON.stringify(input))
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
  const framed = Buffer.from(JSON.stringify(message))
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  return {
    rest: () => client.post(`/api/v1/quality/${tool}`, direct),
    mcp: () => client.post('/api/mcp', framed, headers),
  }
}

async function assertSameAnswer({ rest, mcp }: Calls): Promise<void> {
  const [direct, framed] = [await rest(), await mcp()]
  assertOk(direct)
  assertOk(framed)
  if (!isDeepStrictEqual(JSON.parse(framed.text).result?.structuredContent, JSON.parse(direct.text)))
    throw new Error(`REST and MCP answer differently: ${framed.text.slice(0, 500)}`)
}

type Round = { rest: number[]; mcp: number[] }

async function measureWidth(calls: Calls, width: number): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    const rest = await callAll(calls.rest, width)
    const mcp = await callAll(calls.mcp, width)
    if (round >= 0) measured.push({ rest, mcp })
  }
  return measured
}

async function callAll(call: () => Promise<Answer>, width: number): Promise<number[]> {
  const times: number[] = []
  await timeInFlight(Array.from({ length: callsPerRound }), width, async () => {
    const answer = await call()
    assertOk(answer)
    times.push(answer.ms)
  })
  return times
}

function toRow({ tool, size }: ToolCase, width: number, measured: readonly Round[]): string[] {
  const rest = measured.flatMap((round) => round.rest)
  const mcp = measured.flatMap((round) => round.mcp)
  const ratio = median(measured.map((round) => median(round.mcp) / median(round.rest)))
  const times = [rest, mcp].flatMap((list) => [formatMs(median(list)), formatMs(quantileOf(list, 0.95))])
  return [`${tool} (${size})`, String(width), ...times, formatRatio(ratio), String(rest.length)]
}

function sizes(): string {
  return toolCases()
    .map(({ input }) => `${(JSON.stringify(input).length / 1000).toFixed(1)} kB`)
    .join(' and ')
}

/** A tool and its input, small or large. */
type ToolCase = { tool: string; size: 'light' | 'heavy'; input: object }

/** Scoring a few fields, and validating an execution of ten nodes with twenty rules and an output of 8 kB. */
export function toolCases(): ToolCase[] {
  const light = {
    execution_result: { summary: 'Checked.', total: 1280, execution_time_ms: 900, tokens_used: 4_000 },
    scoring_criteria: {
      required_outputs: { required_fields: ['summary', 'total'], required_types: { total: 'number' } },
      accuracy_criteria: { expected_ranges: { total: { min: 1, max: 50_000 } } },
      performance_budget: { time_ms: 1_000, tokens: 5_000 },
    },
  }
  return [
    { tool: 'score_quality', size: 'light', input: light },
    { tool: 'validate_execution_result', size: 'heavy', input: validationInput() },
  ]
}

function validationInput(): object {
  const { request, output, nodes = [], criteria, contract } = scoringBodyMaker(seededRng(6))()
  const results = nodes.map(({ id, output: result }) => ({
    ...{ node_id: id, success: true, result: result ?? {}, execution_time_ms: 1_200, attempts: 1 },
  }))
  return {
    execution_result: {
      ...(typeof output === 'object' ? output : {}),
      execution_id: 'execution-1',
      status: 'completed',
      results: Object.fromEntries(results.map((node) => [node.node_id, node])),
      execution_time_ms: 30_000,
      tokens_used: 20_000,
      nodes_executed: results.length,
      nodes_failed: [],
    },
    quality_criteria: { ...criteria, required_fields: contract?.requiredOutputs ?? [], quality_threshold: 0.85 },
    intent_graph: { nodes: nodes.map(({ id, dependencies }) => ({ id, dependencies: dependencies ?? [] })) },
    original_request: request,
  }
}
