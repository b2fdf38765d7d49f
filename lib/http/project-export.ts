import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { getDatabaseUrl } from '@/lib/env'
import { log } from '@/lib/log'
import { authorizeProject } from '@/lib/operations/authorize'
import type { Context } from '@/lib/operations/context'
import { recordExport } from '@/lib/operations/data/policy'
import { AppError } from '@/lib/operations/errors'
import { readerOf, watchReader } from '@/lib/operations/live/watch-readers'
import { exportProject } from '@/lib/operations/project-export/export-project'
import { contextOf } from './actor'
import { takePlace } from './long-answers'
import { handle } from './respond'

/** Streams everything in a project as a gzipped tar of JSON lines. Admins only; recorded in the audit log. */
export function projectExport(request: Request): Promise<Response> {
  return handle(async (requestId) => openExport(await contextOf(request, requestId), request.signal))
}

/** Exports at once in this process: each keeps a connection of its own and a snapshot of the database until it has been read. */
export const EXPORTS_MOST = { ofProject: 2, inAll: 6 } as const
const RETRY_AFTER_S = 60

/**
 * `projectExport` for a known caller. `gone` is aborted when the client disconnects: then, or when the body is cancelled, the snapshot of
 * the database ends, also if nothing was read of it yet.
 */
export async function openExport(ctx: Context, gone: AbortSignal): Promise<Response> {
  const { requestId } = ctx
  const allowed = await authorizeProject(ctx, 'admin')
  const { id, slug } = allowed.project
  const givePlaceBack = takePlace('veritasProjectExports', id, {
    own: EXPORTS_MOST.ofProject,
    all: EXPORTS_MOST.inAll,
  })
  if (typeof givePlaceBack === 'string') {
    const whose = givePlaceBack === 'own' ? 'of this project' : 'on this desk'
    throw new AppError('unavailable', `other exports ${whose} are under way: try again later`, [], RETRY_AFTER_S)
  }
  await recordExport(allowed).catch((error) => {
    givePlaceBack()
    throw error
  })
  const parts = Readable.from(exportProject({ url: getDatabaseUrl(), slug, now: ctx.now() }))
  const zipped = createGzip()
  const watch = watchReader(readerOf(ctx.actor, id, 'admin'), () =>
    parts.destroy(new AppError('forbidden', 'your access ended while this was sent')),
  )
  const leave = () => parts.destroy()
  pipeline(parts, zipped, (error) => {
    watch.stop()
    givePlaceBack()
    gone.removeEventListener('abort', leave)
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ err: error, requestId }, 'the export of a project broke off')
  })
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  const name = `${slug}-${ctx.now().toISOString().slice(0, 10)}.tar.gz`
  return new Response(Readable.toWeb(zipped) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
  })
}
