const start = /^Traceback \(most recent call last\):\s*$/
const fence = /^\s*(?:```|~~~)/

/** Puts fences around the tracebacks of Python in a Markdown text, which else lose their indents. Those in fences stay as they are. */
export function fenceTraceback(text: string): string {
  if (!text.includes('Traceback (most recent call last):')) return text
  const lines = text.split('\n')
  const shown: string[] = []
  let isFenced = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (fence.test(line)) isFenced = !isFenced
    if (isFenced || !start.test(line)) {
      shown.push(line)
      continue
    }
    // Frames are indented; the error stands on the line after them.
    let end = at + 1
    while (end < lines.length && /^\s+\S/.test(lines[end] ?? '')) end++
    shown.push('````text', ...lines.slice(at, end + 1), '````')
    at = end
  }
  return shown.join('\n')
}
