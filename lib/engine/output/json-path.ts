const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Appends one step to a JSON path: `$.a`, `$.a[0]`, `$["a b"]`. */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  return identifier.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

/**
 * Turns a JSON Pointer (RFC 6901) into a JSON path: `/a/0/b` becomes `$.a[0].b`.
 * The document decides whether a numeric step is an index or a member of an object.
 */
export function pointerToPath(pointer: string, document: unknown): string {
  let path = '$'
  let here: unknown = document
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    path = childPath(path, Array.isArray(here) ? Number(key) : key)
    here = member(here, key)
  }
  return path
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
