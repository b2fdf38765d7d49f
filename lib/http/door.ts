import { AppError, notFound } from '@/lib/operations/errors'
import type { Operation } from '@/lib/operations/operation'
import type { StreamOperation } from '@/lib/operations/stream-operation'
import { handle, type RouteHandler, route } from './route'

/** A node of the route tree: handlers by method, children by literal segment (`literals`) or by parameter. */
type Node = {
  methods: Map<string, RouteHandler>
  literals: Map<string, Node>
  parameter?: { name: string; node: Node }
}
type Found = { methods: Map<string, RouteHandler>; params: Record<string, string> }

const newNode = (): Node => ({ methods: new Map(), literals: new Map() })

/** Routes every request to the operation of its path, and answers 404 or 405 if there is none. */
export function openDoor(
  operations: readonly (Operation | StreamOperation)[],
): (request: Request) => Promise<Response> {
  const root = newNode()
  for (const operation of operations) add(root, operation)
  return (request) => {
    const segments = new URL(request.url).pathname.split('/').slice(1)
    const found = find(root, segments, {})
    if (!found) return handle(() => Promise.reject(notFound('route')))
    const handler = found.methods.get(request.method)
    if (handler) return handler(request, found.params)
    return answerWithout(request, found)
  }
}

function add(root: Node, operation: Operation | StreamOperation): void {
  const { path, method, name } = operation.contract
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (parameter === undefined) {
      const next = node.literals.get(segment) ?? newNode()
      node.literals.set(segment, next)
      node = next
    } else {
      node.parameter ??= { name: parameter, node: newNode() }
      if (node.parameter.name !== parameter)
        throw new TypeError(`${name}: {${parameter}} is {${node.parameter.name}} in another path that begins alike`)
      node = node.parameter.node
    }
  }
  if (node.methods.has(method)) throw new TypeError(`${name}: ${method} ${path} is another operation already`)
  node.methods.set(method, route(operation))
}

/** A literal segment takes precedence over a parameter, unless only the parameter's subtree matches the rest of the path. */
function find(node: Node, [segment, ...rest]: readonly string[], params: Record<string, string>): Found | null {
  if (segment === undefined) return node.methods.size > 0 ? { methods: node.methods, params } : null
  const literal = node.literals.get(segment)
  const byLiteral = literal ? find(literal, rest, params) : null
  if (byLiteral || !node.parameter || segment === '') return byLiteral
  const { name, node: next } = node.parameter
  return find(next, rest, { ...params, [name]: decodeURIComponent(segment) })
}

/** HEAD is GET without its body; OPTIONS and unsupported methods answer with the allowed methods. */
async function answerWithout(request: Request, { methods, params }: Found): Promise<Response> {
  const get = methods.get('GET')
  if (request.method === 'HEAD' && get) {
    // The request is passed on unchanged: a NextRequest cannot be copied with another method.
    const { status, headers, body } = await get(request, params)
    await body?.cancel()
    return new Response(null, { status, headers })
  }
  const allow = [...methods.keys(), ...(get ? ['HEAD'] : []), 'OPTIONS'].toSorted().join(', ')
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const response = await handle(() => Promise.reject(new AppError('method_not_allowed', `send ${allow}`)))
  response.headers.set('allow', allow)
  return response
}
