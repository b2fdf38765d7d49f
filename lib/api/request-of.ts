import type { Contract } from '../contracts/contract'

type WireRequest = { target: string; body: string | null }

/**
 * Path with query, and JSON body, of a call: `{name}` segments are taken from the input; of the rest GET and DELETE make
 * the query string, POST and PATCH the body. Undefined values are dropped.
 * @throws TypeError when a path segment has no value.
 */
export function requestOf(
  contract: Pick<Contract, 'name' | 'method' | 'path'>,
  input: unknown,
  project?: string,
): WireRequest {
  const rest = new Map(Object.entries(input ?? {}))
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${contract.name}: "${name}" is missing from the input`)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const hasBody = contract.method === 'POST' || contract.method === 'PATCH'
  const query = hasBody ? new URLSearchParams() : toQuery(rest)
  if (project !== undefined) query.set('project', project)
  const target = query.size > 0 ? `${path}?${query}` : path
  return { target, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : null }
}

/** Lists are comma-joined, or repeated where a value holds a comma itself. */
function toQuery(values: Iterable<[string, unknown]>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of values) {
    if (value === undefined || value === null) continue
    const items = Array.isArray(value) ? value.map(String) : [String(value)]
    if (items.length === 0) continue
    if (items.some((item) => item.includes(','))) for (const item of items) query.append(key, item)
    else query.append(key, items.join(','))
  }
  return query
}
