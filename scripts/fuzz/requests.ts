import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { isRecord } from '@/lib/contracts/is-record'
import { fnv1a, seededRng } from '@/lib/engine/stats/random'
import { tools } from '@/lib/mcp/tools'
import { registry, streams } from '@/lib/operations/registry'
import { mutate, mutateBytes, toJson } from './mutate'
import { otlpRequest } from './otlp-requests'
import type { Caller, FuzzRequest } from './send'
import { chance, makeValue, type Names, pick, type Random } from './values'

export type Scenery = { project: string; other: string; names: Names; otherNames: Names }

const contracts: Contract[] = [...registry, ...streams].map(({ contract }) => contract)
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const schemas = new Map<string, Record<string, unknown>>()
const WAITING = new Set(['gates.wait', 'wait_for_gate'])
// Signals of a missing run are kept until it arrives.
const TAKES_UNKNOWN = new Set(['signals.send'])

/** Makes the request of one case: the same seed and number give the same request for the same names. */
export function makeRequest(seed: number, number: number, scenery: Scenery): FuzzRequest {
  const random = seededRng(fnv1a(`${seed}:${number}`))
  const share = random()
  if (share < 0.15) return otlpRequest(random)
  if (share < 0.3) return mcpRequest(random, scenery)
  return restRequest(random, scenery)
}

function schemaOf(name: string, type: z.ZodType): Record<string, unknown> {
  const known = schemas.get(name)
  if (known) return known
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  schemas.set(name, schema)
  return schema
}

function restRequest(random: Random, scenery: Scenery): FuzzRequest {
  const contract = pick(random, contracts)
  const names = chance(random, 0.8) ? scenery.names : scenery.otherNames
  const made = makeValue(schemaOf(contract.name, contract.sends ?? contract.input), random, names)
  const { value, fields } = chance(random, 0.9) ? mutate(made, random) : { value: made, fields: [] }
  const input: Record<string, unknown> = isRecord(value) ? value : {}
  let isForeign = false
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = names[name] ?? names.anyId ?? ['a']
    const told = chance(random, 0.85) ? pick(random, known.length > 0 ? known : ['a']) : input[name]
    delete input[name]
    const segment = toSegment(told, random)
    isForeign ||= names === scenery.otherNames && name !== 'userId' && UUID.test(segment) && known.includes(segment)
    return segment
  })
  const caller = callerOf(contract, random)
  const project = caller === 'key' || caller === 'stranger-key' ? '' : scenery.project
  const query = new URLSearchParams(project && chance(random, 0.95) ? { project } : {})
  const hasBody = contract.method === 'POST' || contract.method === 'PATCH'
  if (!hasBody) for (const [name, told] of Object.entries(input)) addToQuery(query, name, told)
  const text = Buffer.from(hasBody ? toJson(isRecord(value) ? input : value) : '')
  const isTorn = hasBody && chance(random, 0.08)
  return {
    subject: contract.name,
    caller,
    method: chance(random, 0.97) ? contract.method : pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
    path: `${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...headersOf(hasBody, random) },
    body: hasBody ? (isTorn ? mutateBytes(text, random) : text) : null,
    fields: isTorn ? [] : fields,
    waits: WAITING.has(contract.name),
    asksOutside: contract.effects.some((effect) => effect === 'outside'),
    isForeign: isForeign && caller !== 'stranger-key' && !TAKES_UNKNOWN.has(contract.name),
  }
}

function toSegment(told: unknown, random: Random): string {
  if (chance(random, 0.02)) return pick(random, ['%ff', '%00', '..%2f..', '%2e%2e', 'a%20b', '%', '😀'].map(encodeOdd))
  const text = typeof told === 'string' ? told : (JSON.stringify(told) ?? 'a')
  return encodeURIComponent(text.slice(0, 900).toWellFormed()) || 'a'
}

/** A request line may contain only ASCII characters. */
const encodeOdd = (text: string) => text.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)

function addToQuery(query: URLSearchParams, name: string, told: unknown): void {
  if (told === undefined) return
  const items = Array.isArray(told) ? told.slice(0, 20) : [told]
  for (const item of items) query.append(name, (typeof item === 'string' ? item : JSON.stringify(item)).slice(0, 500))
}

function callerOf({ scope }: Contract, random: Random): Caller {
  if (chance(random, 0.12)) return pick(random, ['key', 'stranger-key', 'admin', 'reviewer', 'viewer', 'nobody'])
  if (scope === 'public') return pick(random, ['nobody', 'admin'])
  if (scope === 'admin') return 'admin'
  if (scope === 'decide' || scope === 'member' || scope === 'session') return pick(random, ['reviewer', 'admin'])
  return pick(random, ['key', 'key', 'reviewer'])
}

function headersOf(hasBody: boolean, random: Random): Record<string, string> {
  const headers: Record<string, string> = hasBody ? { 'content-type': 'application/json' } : {}
  if (!chance(random, 0.06)) return headers
  const [name, value] = pick(random, [
    ['content-type', 'text/plain'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-encoding', 'gzip'],
    ['content-encoding', 'br'],
    ['accept', 'text/markdown'],
    ['accept', '*/*;q=0'],
    ['if-none-match', '"a", W/"b"'],
    ['x-veritas-project', 'nowhere'],
    ['x-forwarded-proto', 'gopher'],
    ['origin', 'null'],
    ['accept-language', 'x'.repeat(200)],
  ] as const)
  return { ...headers, [name]: value }
}

const METHODS = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'ping',
  'initialize',
  'x/y',
]

function mcpRequest(random: Random, { names }: Scenery): FuzzRequest {
  const message = mcpMessage(random, names)
  const isChanged = chance(random, 0.85)
  const { value, fields } = isChanged ? mutate(message.sent, random) : { value: message.sent, fields: [] }
  const text = Buffer.from(toJson(chance(random, 0.02) ? [value, value] : value))
  const isTorn = chance(random, 0.05)
  return {
    subject: `mcp ${message.about}`,
    caller: chance(random, 0.95) ? 'key' : pick(random, ['nobody', 'stranger-key']),
    method: chance(random, 0.98) ? 'POST' : pick(random, ['GET', 'DELETE', 'PUT']),
    path: `/api/mcp${pick(random, ['', '', '?schemas=full', '?toolsets=runs,gates', '?toolsets=nothing'])}`,
    headers: {
      'content-type': 'application/json',
      accept: chance(random, 0.97) ? 'application/json, text/event-stream' : 'text/html',
      ...(chance(random, 0.5) && { 'mcp-protocol-version': pick(random, ['2025-11-25', '2025-06-18', '1999-01-01']) }),
    },
    body: isTorn ? mutateBytes(text, random) : text,
    fields: isTorn ? [] : fields,
    waits: WAITING.has(message.about),
    asksOutside: false,
    isForeign: false,
  }
}

function mcpMessage(random: Random, names: Names): { about: string; sent: unknown } {
  const id = pick<unknown>(random, [1, 'a', 0])
  if (chance(random, 0.75)) {
    const tool = pick(random, tools)
    const made = makeValue(tool.inputSchema as Record<string, unknown>, random, names)
    const args = chance(random, 0.7) ? mutate(made, random).value : made
    return {
      about: tool.name,
      sent: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool.name, arguments: args } },
    }
  }
  const method = pick(random, [...METHODS, 'resources/read', 'prompts/get', 'completion/complete'])
  const params = pick<object>(random, [
    {},
    { uri: `veritas://runs/${pick(random, names.runId ?? ['a'])}` },
    { uri: 'veritas://weeks/2026-W11' },
    {
      name: pick(random, ['review_run', 'why_worse', 'weekly_summary', 'x']),
      arguments: { run: 'a', chain: 'answers' },
    },
    { ref: { type: 'ref/resource', uri: 'veritas://runs/{run}' }, argument: { name: 'run', value: 'a' } },
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
    { cursor: 'x' },
  ])
  return { about: method, sent: { jsonrpc: '2.0', id, method, params } }
}
