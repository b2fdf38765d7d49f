type Node = { type: string; value?: string; children?: Node[]; position?: Position }
type Position = { start: { offset?: number }; end: { offset?: number } }
type Processor = { data(): object }

/**
 * A plugin for remark that keeps what agents write and Markdown would take as marks: tags stand as they were written, as prompts and answers
 * are full of them, and so do the asterisks of products, `2*3 + 4*5`. A `<br>` ends its line.
 */
export function asWritten(this: Processor) {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['htmlFlow', 'htmlText'] } }]
  return (tree: Node, file: { value: unknown }) => restore(tree, String(file.value))
}

function restore(node: Node, source: string): void {
  if (!node.children) return
  for (const child of node.children) restore(child, source)
  node.children = joined(node.children.flatMap((child) => withMarks(child, source))).flatMap(splitLines)
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
