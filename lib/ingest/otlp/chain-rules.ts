/** A rule of a project: traces whose name fits the pattern are runs of this chain. */
export type ChainRule = { field: 'chain' | 'agent' | 'root' | 'service'; pattern: string; chain: string }

/** Whether a name fits a pattern in which `*` stands for any text; large and small letters are alike. */
export function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - at >= last.length && text.endsWith(last)
}
