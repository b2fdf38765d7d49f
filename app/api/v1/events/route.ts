import { contextOf } from '@/lib/http/actor'
import { eventStream, readSince } from '@/lib/http/event-stream'
import { otherMethods } from '@/lib/http/other-methods'
import { handle } from '@/lib/http/respond'
import { authorizeProject } from '@/lib/operations/authorize'
import { readerOf } from '@/lib/operations/live/watch-readers'

export function GET(request: Request) {
  return handle(async (requestId) => {
    const { actor, project } = await authorizeProject(await contextOf(request, requestId), 'read')
    return eventStream({
      reader: readerOf(actor, project.id, 'read'),
      sinceMs: readSince(request),
      signal: request.signal,
    })
  })
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
