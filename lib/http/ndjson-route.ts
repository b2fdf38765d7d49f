import { log } from '@/lib/log'
import type { StreamOperation } from '@/lib/operations/stream-operation'
import { contextOf } from './actor'
import { measure } from './measure'
import { ndjsonBody } from './ndjson-body'
import { handle, type RouteHandler, readQuery } from './route'

/**
 * A Next route handler that answers line by line, as fast as the reader reads. What goes wrong before the first byte is an
 * ordinary error; later the connection is broken off, so that a part never passes for the whole.
 */
export function ndjsonRoute(op: StreamOperation): RouteHandler {
  const answer: RouteHandler = (request) =>
    handle(async (requestId) => {
      const lines = await op.open(await contextOf(request, requestId), readQuery(new URL(request.url)))
      const onBroken = (error: unknown) => log.error({ err: error, requestId }, 'a stream broke off')
      const headers = {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': requestId,
      }
      return new Response(ndjsonBody(lines, onBroken), { headers })
    })
  return (request, context) => measure(op.contract.path, request.method, () => answer(request, context))
}
