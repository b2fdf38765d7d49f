import { v7 as uuid } from 'uuid'
import { SMALL_BODY } from '@/lib/contracts/body-limits'
import { isRecord } from '@/lib/contracts/is-record'
import { log } from '@/lib/log'
import type { Context } from '@/lib/operations/context'
import { unlessDatabaseHangs } from '@/lib/operations/health/unless-hanging'
import type { Operation } from '@/lib/operations/operation'
import { MAX_JSON_DEPTH } from '@/lib/operations/parse-json'
import type { StreamOperation } from '@/lib/operations/stream-operation'
import { contextOf } from './actor'
import { withBodyMemory } from './body/body-memory'
import { readJson } from './body/read-body'
import { measure } from './measure'
import { ndjsonBody } from './ndjson-body'
import { prefersMarkdown, respond, respondError, respondMarkdown } from './respond'
import { assertSameOrigin } from './same-origin'
import { openTable, readFormat, tableHeaders } from './table/export-table'
import { withEtag } from './with-etag'

/** Handles requests of one method at one path; `params` are the decoded path parameters. */
export type RouteHandler = (request: Request, params: Readonly<Record<string, string>>) => Promise<Response>

/** Creates the handler of an operation from its contract: authentication, limits, input, error mapping, metrics. */
export function route(op: Operation | StreamOperation): RouteHandler {
  const { path, revalidates } = op.contract
  const answer: RouteHandler = (request, params) => handle((requestId) => answerOf(op, request, params, requestId))
  const handler = revalidates ? withEtag(answer) : answer
  return (request, params) => measure(path, request.method, () => handler(request, params))
}

async function answerOf(
  op: Operation | StreamOperation,
  request: Request,
  params: Readonly<Record<string, string>>,
  requestId: string,
): Promise<Response> {
  const { scope, method, status, body = SMALL_BODY } = op.contract
  const ctx = await contextOf(request, requestId)
  if (ctx.actor.kind === 'user' || scope === 'public') assertSameOrigin(request)
  if ('open' in op) return lines(op, ctx, { ...readQuery(new URL(request.url)), ...params })
  // Callers without permission are refused before any of the body is read.
  const call = await op.admit(ctx)
  if (method === 'GET' || method === 'DELETE') {
    const { table, markdown } = op.contract
    const sent = { ...readQuery(new URL(request.url)), ...params }
    if (!table || sent.format === undefined) {
      const answer = await call(sent)
      if (markdown && prefersMarkdown(request.headers.get('accept')) && hasMarkdown(answer))
        return respondMarkdown(answer.markdown, requestId)
      return respond(answer, requestId, status)
    }
    const { format: asked, ...input } = sent
    const format = readFormat(asked)
    if (format === 'json') return respond(await call(input), requestId, status)
    const contract = { ...op.contract, table }
    return sendLines(await openTable(contract, format, call, input), requestId, tableHeaders(table, format, ctx.now()))
  }
  return withBodyMemory(async (claim) => {
    const sent = await readJson(request, { ...body, depth: MAX_JSON_DEPTH }, claim)
    return respond(await call(isRecord(sent) ? { ...sent, ...params } : sent), requestId, status)
  })
}

const hasMarkdown = (answer: unknown): answer is { markdown: string } =>
  isRecord(answer) && typeof answer.markdown === 'string'

/** Streams line by line, with backpressure. An error after the first byte aborts the connection. */
async function lines(op: StreamOperation, ctx: Context, input: Record<string, unknown>): Promise<Response> {
  return sendLines(await op.open(ctx, input), ctx.requestId, { 'content-type': 'application/x-ndjson; charset=utf-8' })
}

function sendLines(lines: AsyncIterableIterator<string>, requestId: string, headers: Record<string, string>): Response {
  const body = ndjsonBody(lines, (error) => log.error({ err: error, requestId }, 'a stream broke off'))
  return new Response(body, { headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': requestId } })
}

/** Runs `work` with a new request id, and converts errors to error responses. */
export async function handle(work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = uuid()
  try {
    return await unlessDatabaseHangs(work(requestId))
  } catch (error) {
    return respondError(error, requestId)
  }
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
