import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { getDatabaseUrl } from '@/lib/env'
import { log } from '@/lib/log'
import { authorizeProject } from '@/lib/operations/authorize'
import { recordExport } from '@/lib/operations/data/policy'
import { AppError } from '@/lib/operations/errors'
import { readerOf, watchReader } from '@/lib/operations/live/watch-readers'
import { exportProject } from '@/lib/operations/project-export/export-project'
import { contextOf } from './actor'
import { handle } from './respond'

/** Streams everything in a project as a gzipped tar of JSON lines. Admins only; recorded in the audit log. */
export function projectExport(request: Request): Promise<Response> {
  return handle(async (requestId) => {
    const ctx = await contextOf(request, requestId)
    const allowed = await authorizeProject(ctx, 'admin')
    await recordExport(allowed)
    const { slug } = allowed.project
    const parts = Readable.from(exportProject({ url: getDatabaseUrl(), slug, now: ctx.now() }))
    parts.on('error', (error) => log.error({ err: error, requestId }, 'the export of a project broke off'))
    const zipped = parts.pipe(createGzip())
    parts.on('error', (error) => zipped.destroy(error))
    const watch = watchReader(readerOf(ctx.actor, allowed.project.id, 'admin'), () =>
      parts.destroy(new AppError('forbidden', 'your access ended while this was sent')),
    )
    parts.on('close', watch.stop)
    request.signal.addEventListener('abort', () => parts.destroy())
    const name = `${slug}-${ctx.now().toISOString().slice(0, 10)}.tar.gz`
    return new Response(Readable.toWeb(zipped) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-request-id': requestId,
      },
    })
  })
}
