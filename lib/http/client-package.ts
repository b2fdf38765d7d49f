import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/operations/errors'
import { respondError } from './respond'

/** File name of the client package, in the build folder and in its URL. */
export const CLIENT_PACKAGE = 'client.tgz'

/** GET /client.tgz: the npm package with this desk's command line and client, for anyone. */
export async function clientPackage(request: Request): Promise<Response> {
  const dist = process.env.NEXT_DIST_DIR ?? '.next'
  const bytes = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), dist, CLIENT_PACKAGE)).catch(
    () => null,
  )
  if (bytes === null) return respondError(NOT_MADE, crypto.randomUUID())
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const headers = { etag, 'cache-control': 'public, no-cache' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': 'application/gzip' } })
}

/** A first start packs it once the app runs. */
const NOT_MADE = new AppError('unavailable', 'the package is not made yet; try again shortly', [], 10)
