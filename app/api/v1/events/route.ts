import { contextOf } from '@/lib/http/actor'
import { eventStream, readSince } from '@/lib/http/event-stream'
import { handle } from '@/lib/http/route'
import { authorizeProject } from '@/lib/operations/authorize'

export function GET(request: Request) {
  return handle(async (requestId) => {
    const ctx = await contextOf(request, requestId)
    const assertAllowed = () => authorizeProject(ctx, 'read')
    const { project } = await assertAllowed()
    return eventStream({ projectId: project.id, sinceMs: readSince(request), signal: request.signal, assertAllowed })
  })
}
