import { createHash } from 'node:crypto'

type Handler = (request: Request, params: Readonly<Record<string, string>>) => Promise<Response>

/** Adds an ETag to an operation that is polled: an unchanged answer gets 304 without a body. */
export function withEtag(handler: Handler): Handler {
  return async (request, context) => {
    const response = await handler(request, context)
    if (response.status !== 200) return response
    const body = await response.text()
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const headers = new Headers(response.headers)
    headers.set('etag', etag)
    headers.set('cache-control', 'private, no-cache')
    headers.set('vary', 'authorization, cookie, x-veritas-project')
    if (!isKept(request.headers.get('if-none-match'), etag)) return new Response(body, { headers })
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
}

/** RFC 9110, section 13.1.2: `*` or a list of tags, compared ignoring weakness. */
function isKept(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}
