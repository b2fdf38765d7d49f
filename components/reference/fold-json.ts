const WIDTH = 52

/** JSON by two spaces, with every part that fits into a line on one line. */
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
