/** A line that begins with a JSON object or list, or ends with its opening bracket: "Updated ledger: {". */
const opening = /^(?<before>(?:.*[\s:=])?)(?<json>(?:[{[]\s*|[{[]\s*["{[\d\]}-].*))$/
const fence = /^\s*(?:```|~~~)/
/** Blocks that turn out to be no JSON before the rest of the text is left as it is: each may have been read to its end. */
const MAX_WRONG = 40

/**
 * Puts fences around the JSON of several lines in a Markdown text, which else reads as one paragraph. JSON in fences stays as it is, and so
 * does what only looks like JSON; where the text was cut within it, the block ends with the text.
 */
export function fenceJson(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  const shown: string[] = []
  let isFenced = false
  let wrong = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (fence.test(line)) isFenced = !isFenced
    const { before = '', json } = (isFenced || wrong >= MAX_WRONG ? null : opening.exec(line))?.groups ?? {}
    const block = json === undefined ? null : readBlock([json, ...lines.slice(at + 1)])
    if (block === null) {
      if (json !== undefined) wrong++
      shown.push(line)
      continue
    }
    if (before.trim() !== '') shown.push(before.trimEnd(), '')
    shown.push('```json', ...block.lines, '```')
    if (block.after !== '') shown.push('', block.after)
    at += block.lines.length - 1
  }
  return shown.join('\n')
}

type Block = { lines: string[]; after: string }

/** The lines from a bracket to the one that closes it, and what follows on the last; null for one line, or for what is no JSON. */
function readBlock(lines: readonly string[]): Block | null {
  let depth = 0
  let isText = false
  for (const [row, line] of lines.entries()) {
    for (let at = 0; at < line.length; at++) {
      const char = line[at]
      if (isText) {
        if (char === '\\') at++
        else if (char === '"') isText = false
      } else if (char === '"') isText = true
      else if (char === '{' || char === '[') depth++
      else if ((char === '}' || char === ']') && --depth === 0) {
        const block = [...lines.slice(0, row), line.slice(0, at + 1)]
        return row > 0 && isJson(block.join('\n')) ? { lines: block, after: line.slice(at + 1).trim() } : null
      }
    }
    // No text of JSON goes on over the end of a line.
    if (isText && row < lines.length - 1) return null
  }
  return isBegun(lines) ? { lines: [...lines], after: '' } : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether the text of these lines begins as an object or a list of objects does; it was cut before its end. */
const isBegun = (lines: readonly string[]) => /^(?:\[\s*)?\{\s*"[^"\n]*"\s*:/.test(lines.slice(0, 3).join('\n'))
