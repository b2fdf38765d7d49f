import { SMALL_BODY } from '@/lib/contracts/body-limits'
import type { Contract } from '@/lib/contracts/contract'
import { isRecord } from '@/lib/contracts/is-record'
import { log } from '@/lib/log'
import type { Context } from '@/lib/operations/context'
import { unknownAddress } from '@/lib/operations/errors'
import type { Operation, StreamOperation } from '@/lib/operations/operation'
import { MAX_JSON_DEPTH } from '@/lib/operations/parse-json'
import { actorOf, contextOf, readFrom } from './actor'
import { ownerOf, withBodyMemory } from './body/body-memory'
import { readJson } from './body/read-body'
import { openTable, readFormat, tableHeaders } from './export-table'
import { whileAllowed } from './long-answers'
import type { ApiRequest } from './node-door'
import { assertSameOrigin } from './origin'
import { allowOf, answerOptions, refuseMethod } from './other-methods'
import { handle, measure, ndjsonBody, prefersMarkdown, respond, respondMarkdown, withEtag } from './respond'

/** A node of the route tree: handlers by method, children by literal segment (`literals`) or by parameter. */
type Node = {
  methods: Map<string, RouteHandler>
  literals: Map<string, Node>
  parameter?: { name: string; node: Node }
}
type Found = { methods: Map<string, RouteHandler>; params: Record<string, string> }

const newNode = (): Node => ({ methods: new Map(), literals: new Map() })

/** Routes every request to the operation of its path, and answers 404 or 405 if there is none. */
export function createRouter(
  operations: readonly (Operation | StreamOperation)[],
): (request: ApiRequest) => Promise<Response> {
  const root = newNode()
  for (const operation of operations) add(root, operation)
  return (request) => {
    const segments = new URL(request.url).pathname.split('/').slice(1)
    const found = find(root, segments, {})
    if (!found) return handle(() => Promise.reject(unknownAddress()))
    const handler = found.methods.get(request.method)
    if (handler) return handler(request, found.params)
    return answerWithout(request, found)
  }
}

function add(root: Node, operation: Operation | StreamOperation): void {
  const { path, method, name } = operation.contract
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (parameter === undefined) {
      const next = node.literals.get(segment) ?? newNode()
      node.literals.set(segment, next)
      node = next
    } else {
      node.parameter ??= { name: parameter, node: newNode() }
      if (node.parameter.name !== parameter)
        throw new TypeError(`${name}: {${parameter}} is {${node.parameter.name}} in another path that begins alike`)
      node = node.parameter.node
    }
  }
  if (node.methods.has(method)) throw new TypeError(`${name}: ${method} ${path} is another operation already`)
  node.methods.set(method, route(operation))
}

/** A literal segment takes precedence over a parameter, unless only the parameter's subtree matches the rest of the path. */
function find(node: Node, [segment, ...rest]: readonly string[], params: Record<string, string>): Found | null {
  if (segment === undefined) return node.methods.size > 0 ? { methods: node.methods, params } : null
  const literal = node.literals.get(segment)
  const byLiteral = literal ? find(literal, rest, params) : null
  if (byLiteral || !node.parameter || segment === '') return byLiteral
  const { name, node: next } = node.parameter
  return find(next, rest, { ...params, [name]: decodeURIComponent(segment) })
}

/** HEAD is GET without its body; OPTIONS and unsupported methods answer with the allowed methods. */
async function answerWithout(request: ApiRequest, { methods, params }: Found): Promise<Response> {
  const get = methods.get('GET')
  if (request.method === 'HEAD' && get) {
    // The request is passed on unchanged: a NextRequest cannot be copied with another method.
    const { status, headers, body } = await get(request, params)
    await body?.cancel()
    return new Response(null, { status, headers })
  }
  const allow = allowOf([...methods.keys()])
  return request.method === 'OPTIONS' ? answerOptions(allow) : refuseMethod(allow)
}

/** Handles requests of one method at one path; `params` are the decoded path parameters. */
type RouteHandler = (request: ApiRequest, params: Readonly<Record<string, string>>) => Promise<Response>

/** Creates the handler of an operation from its contract: authentication, limits, input, error mapping, metrics. */
export function route(op: Operation | StreamOperation): RouteHandler {
  const { path, revalidates } = op.contract
  const answer: RouteHandler = (request, params) => handle((requestId) => answerOf(op, request, params, requestId))
  const handler = revalidates ? withEtag(answer) : answer
  return (request, params) => measure(path, request.method, () => handler(request, params))
}

async function answerOf(
  op: Operation | StreamOperation,
  request: ApiRequest,
  params: Readonly<Record<string, string>>,
  requestId: string,
): Promise<Response> {
  const { scope, method, status, body = SMALL_BODY, exact = [] } = op.contract
  const ctx = await contextOf(request, requestId)
  if (ctx.actor.kind === 'user' || scope === 'public') assertSameOrigin(request)
  if ('open' in op) return lines(op, ctx, { ...readQuery(new URL(request.url)), ...params })
  // Callers without permission are refused before any of the body is read.
  const call = await op.admit(ctx)
  if (method === 'GET' || method === 'DELETE')
    return answerQuery(op.contract, ctx, request, call, { ...readQuery(new URL(request.url)), ...params })
  return withBodyMemory(ownerOf(ctx), async (claim) => {
    const sent = await readFrom(
      ctx.actor,
      () => actorOf(request),
      () => readJson(request, { ...body, depth: MAX_JSON_DEPTH }, claim, () => exact),
    )
    return respond(await call(isRecord(sent) ? { ...sent, ...params } : sent), requestId, status)
  })
}

type Call = Awaited<ReturnType<Operation['admit']>>

/** Answers with a table if a format is asked for, with Markdown if that is preferred, else with JSON. */
async function answerQuery(
  contract: Contract,
  ctx: Context,
  request: ApiRequest,
  call: Call,
  sent: Record<string, unknown>,
): Promise<Response> {
  const { table, markdown, status } = contract
  if (table && sent.format !== undefined) return answerTable({ ...contract, table }, ctx, call, sent)
  const answer = await call(sent)
  if (markdown && prefersMarkdown(request.headers.get('accept')) && hasMarkdown(answer))
    return respondMarkdown(answer.markdown, ctx.requestId)
  return respond(answer, ctx.requestId, status)
}

async function answerTable(
  contract: Contract & { table: NonNullable<Contract['table']> },
  ctx: Context,
  call: Call,
  { format: asked, ...input }: Record<string, unknown>,
): Promise<Response> {
  const format = readFormat(asked)
  if (format === 'json') return respond(await call(input), ctx.requestId, contract.status)
  const rows = await whileAllowed(await openTable(contract, format, call, input), ctx, contract.scope)
  return sendLines(rows, ctx.requestId, tableHeaders(contract.table, format, ctx.now()))
}

const hasMarkdown = (answer: unknown): answer is { markdown: string } =>
  isRecord(answer) && typeof answer.markdown === 'string'

/** Streams line by line, with backpressure. An error after the first byte aborts the connection. */
async function lines(op: StreamOperation, ctx: Context, input: Record<string, unknown>): Promise<Response> {
  const found = await whileAllowed(await op.open(ctx, input), ctx, op.contract.scope)
  return sendLines(found, ctx.requestId, { 'content-type': 'application/x-ndjson; charset=utf-8' })
}

function sendLines(lines: AsyncIterableIterator<string>, requestId: string, headers: Record<string, string>): Response {
  const body = ndjsonBody(lines, (error) => log.error({ err: error, requestId }, 'a stream broke off'))
  return new Response(body, { headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': requestId } })
}

/** Query parameters as an object; a repeated one becomes a list. `project` selects the project and is not part of the input. */
function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(url.searchParams.keys())) {
    const [first = '', ...more] = url.searchParams.getAll(key)
    if (key !== 'project') query[key] = more.length > 0 ? [first, ...more] : first
  }
  return query
}
