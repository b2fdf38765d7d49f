/** Text of others as one line of Markdown, in which it cannot make structure of its own. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~[\]<>|#&]/g, '\\$&')
}

/** The same for the beginning of a line or of a list's item, where a dash or a number would begin a list. */
export function plainStart(text: string): string {
  return plain(text)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)(?=[.)])/, '$1\\')
}

/** A table of Markdown; the cells may hold any text. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map((row) => line(row.map(plain)))].join('\n')
}
