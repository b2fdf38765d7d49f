import { v7 as uuid } from 'uuid'
import { MAX_RUN_VALUES } from '@/lib/contracts/ingest'
import { isRecord } from '@/lib/contracts/is-record'
import type { Actor } from '@/lib/operations/context'
import type { Operation } from '@/lib/operations/operation'
import { MAX_JSON_DEPTH } from '@/lib/operations/parse-json'
import { limitQuality } from '@/lib/operations/rate-limit/limit-quality'
import { contextOf } from './actor'
import { withBodyMemory } from './body/body-memory'
import { readJson } from './body/read-body'
import { measure } from './measure'
import { respond, respondError } from './respond'
import { assertSameOrigin } from './same-origin'

const DEFAULT_LIMIT = 1024 * 1024
const DEFAULT_VALUES = 50_000

type RouteParams = { params: Promise<Record<string, string>> }
export type RouteHandler = (request: Request, context: RouteParams) => Promise<Response>
type Options = { bodyLimit?: number; values?: number; guard?: (actor: Actor) => Promise<void> }

/** A Next route handler for an operation: actor, input from path, query and body, one error map. */
export function route(op: Operation, options: Options = {}): RouteHandler {
  const bytes = options.bodyLimit ?? DEFAULT_LIMIT
  const values = options.values ?? (bytes > DEFAULT_LIMIT ? MAX_RUN_VALUES : DEFAULT_VALUES)
  const limits = { bytes, values, depth: MAX_JSON_DEPTH }
  const answer: RouteHandler = (request, { params }) =>
    handle(async (requestId) => {
      const ctx = await contextOf(request, requestId)
      if (ctx.actor.kind === 'user' || op.contract.scope === 'public') assertSameOrigin(request)
      // Who may not call it is told so before any of the body is read.
      const call = await op.admit(ctx)
      await options.guard?.(ctx.actor)
      await limitQuality(op.contract, ctx.actor)
      const hasBody = request.method === 'POST' || request.method === 'PATCH'
      return withBodyMemory(async (claim) => {
        const body = hasBody ? await readJson(request, limits, claim) : readQuery(new URL(request.url))
        const input = isRecord(body) ? { ...body, ...(await params) } : body
        return respond(await call(input), requestId, op.contract.status)
      })
    })
  return (request, context) => measure(op.contract.path, request.method, () => answer(request, context))
}

/** Runs `work` with a fresh request id; whatever it throws becomes an error answer. */
export async function handle(work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = uuid()
  try {
    return await work(requestId)
  } catch (error) {
    return respondError(error, requestId)
  }
}

/** Query parameters as an object; a repeated one becomes a list. `project` names the project, not the input. */
export function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(url.searchParams.keys())) {
    const [first = '', ...more] = url.searchParams.getAll(key)
    if (key !== 'project') query[key] = more.length > 0 ? [first, ...more] : first
  }
  return query
}
