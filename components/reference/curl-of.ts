import { KEY_PLACEHOLDER } from '@/components/domain-ui/snippets'
import type { OperationObject } from '@/lib/contracts/openapi'
import type { ReferenceEntry } from './reference-model'

/** Placeholder that is replaced by the origin of the page in the browser. */
export const ORIGIN_PLACEHOLDER = 'https://desk.invalid'

/**
 * Returns a shell command that calls an operation, or null if the operation requires a browser session. Without `body`, the
 * command of an operation that takes one reads it from a file.
 */
export function curlOf({ method, path, operation }: ReferenceEntry, body?: unknown): string | null {
  const { security, requestBody, responses } = operation
  const needsKey = security.some((scheme) => 'apiKey' in scheme)
  if (security.length > 0 && !needsKey) return null
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const isStream = answer !== undefined && 'content' in answer[1] && 'text/event-stream' in (answer[1].content ?? {})
  const url = ORIGIN_PLACEHOLDER + path.replace(/\{(\w+)\}/g, '<$1>') + queryOf(operation)
  const verb = method === 'get' || method === 'post' ? '' : ` -X ${method.toUpperCase()}`
  return [
    `curl${isStream ? ' -N' : ''}${verb} ${url.includes('<') ? `'${url}'` : url}`,
    ...(needsKey ? [`-H 'Authorization: Bearer ${KEY_PLACEHOLDER}'`] : []),
    ...(requestBody ? ["-H 'Content-Type: application/json'", `-d ${dataOf(body)}`] : []),
  ].join(' \\\n  ')
}

/** The query parameters that the operation requires, as placeholders. */
function queryOf({ parameters = [] }: OperationObject): string {
  const required = parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' && parameter.required
      ? [`${parameter.name}=<${parameter.name}>`]
      : [],
  )
  return required.length > 0 ? `?${required.join('&')}` : ''
}

function dataOf(body: unknown): string {
  return body === undefined ? '@body.json' : `'${foldJson(body, '  ').replaceAll("'", "'\\''")}'`
}

const WIDTH = 52

/** Formats JSON with an indent of two spaces, keeping every value that fits on one line. */
export function foldJson(value: unknown, indent = ''): string {
  const flat = flatJson(value)
  if (indent.length + flat.length <= WIDTH || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => inner + foldJson(item, inner))
    : Object.entries(value).map(([name, part]) => `${inner}${JSON.stringify(name)}: ${foldJson(part, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${flatJson(part)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
