/** A quoted text, name or function body, a comment, the end of a statement, or anything else. */
const piece =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$/;-]+|[\s\S]/g
const isEmpty = (statement: string) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === ''

/**
 * Splits a script into its statements. Semicolons within quotes, comments and function bodies between dollar signs end none; bodies after
 * `BEGIN ATOMIC` and backslashes in `E'…'` are not supported.
 */
export function statementsOf(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [text] of script.matchAll(piece)) {
    if (text !== ';') current += text
    else {
      statements.push(current)
      current = ''
    }
  }
  return [...statements, current].filter((statement) => !isEmpty(statement)).map((statement) => statement.trim())
}
