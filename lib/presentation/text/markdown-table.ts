/** Escapes untrusted text as one line of Markdown without structure. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~[\]<>|#&]/g, '\\$&')
}

/** Like {@link plain} for the start of a line or list item, where a dash or a number would begin a list. */
export function plainStart(text: string): string {
  return plain(text)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)(?=[.)])/, '$1\\')
}

/** Returns inline code, whose marks are longer than any sequence of backticks inside. */
export function marked(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return '(nothing)'
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([marks]) => marks.length))
  const mark = '`'.repeat(longest + 1)
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${mark}${room}${line}${room}${mark}`
}

/** Formats a Markdown table; the cells are escaped. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map((row) => line(row.map(plain)))].join('\n')
}
