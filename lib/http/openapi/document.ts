import { createHash } from 'node:crypto'
import { sessionCookieName } from '@/lib/auth/session-cookie'
import type { OpenApiDocument } from '@/lib/contracts/openapi'
import { getEnv } from '@/lib/env'
import { registry, streams } from '@/lib/operations/registry'
import packageJson from '@/package.json'
import { buildDocument } from './build-document'

type Rendered = { document: OpenApiDocument; json: string; etag: string }

let rendered: Rendered | undefined

/** The OpenAPI document of this desk. It only changes with the program, so it is built once per process. */
export function openApiDocument(): OpenApiDocument {
  return render().document
}

/** GET /api/v1/openapi.json: public, since it contains nothing beyond the program itself. */
export function openApiAnswer(request: Request): Response {
  const { json, etag } = render()
  const headers = { etag, 'cache-control': 'public, max-age=300' }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return new Response(null, { status: 304, headers })
  return new Response(json, { headers: { ...headers, 'content-type': 'application/json' } })
}

function render(): Rendered {
  if (rendered) return rendered
  const document = buildDocument({
    contracts: [...registry, ...streams].map(({ contract }) => contract),
    version: packageJson.version,
    serverUrl: getEnv().APP_URL.replace(/\/$/, ''),
    sessionCookie: sessionCookieName(),
  })
  const json = JSON.stringify(document)
  rendered = { document, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` }
  return rendered
}
