type Node = { type: string; value?: string; children?: Node[]; position?: Position }
type Position = { start: { offset?: number }; end: { offset?: number } }
type Processor = { data(): object }

/**
 * A plugin for remark that keeps what agents write and Markdown would take as marks: tags stand as they were written, as prompts and answers
 * are full of them, and so do the asterisks of products, `2*3 + 4*5`, and the brackets of formulas, `\[ x^2 \]`. A `<br>` ends its line.
 */
export function asWritten(this: Processor) {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['htmlFlow', 'htmlText'] } }]
  return (tree: Node, file: { value: unknown }) => restore(tree, String(file.value))
}

function restore(node: Node, source: string): void {
  if (!node.children) return
  for (const child of node.children) restore(child, source)
  for (const child of node.children) if (child.type === 'text') child.value = withBrackets(child, source)
  node.children = joined(node.children.flatMap((child) => withMarks(child, source))).flatMap(splitLines)
}

const escaped = /\\([!-/:-@[-`{-~])/g

/** A text with the backslashes before its brackets if these enclose formulas of LaTeX, which to Markdown are escapes. */
function withBrackets({ value = '', position }: Node, source: string): string {
  const sent = source.slice(position?.start.offset, position?.end.offset)
  const isFormula = /\\\[[\s\S]*\\\]|\\\([\s\S]*\\\)/.test(sent)
  if (!isFormula || sent.replace(escaped, '$1') !== value) return value
  return sent.replace(escaped, (mark, char) => ('[]()'.includes(char) ? mark : char))
}

/** What stands between asterisks that multiply, with the asterisks. */
function withMarks(node: Node, source: string): Node[] {
  const mark = { emphasis: '*', strong: '**' }[node.type]
  const { start, end } = node.position ?? {}
  if (mark === undefined || start?.offset === undefined || end?.offset === undefined) return [node]
  const around = (at: number) => [source.charAt(at - 1), source.charAt(at + mark.length)] as const
  const [before, first] = around(start.offset)
  const [last, after] = around(end.offset - mark.length)
  const isWritten = source.startsWith(mark, start.offset)
  const isProduct = (isFactor(before) && isFactor(first)) || (isFactor(last) && /\d/.test(after))
  if (!isWritten || !isProduct) return [node]
  return [{ type: 'text', value: mark }, ...(node.children ?? []), { type: 'text', value: mark }]
}

const isFactor = (char: string) => /[A-Za-z0-9()]/.test(char)

/** Quotes are marked within one text. */
function joined(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (last?.type === 'text' && node.type === 'text') last.value = `${last.value ?? ''}${node.value ?? ''}`
    else result.push(node.type === 'text' ? { ...node } : node)
  }
  return result
}

function splitLines(node: Node): Node[] {
  if (node.type !== 'text') return [node]
  const [first = '', ...rest] = (node.value ?? '').split(/<br ?\/?>\n?/i)
  if (rest.length === 0) return [node]
  return [{ type: 'text', value: first }, ...rest.flatMap((value) => [{ type: 'break' }, { type: 'text', value }])]
}
