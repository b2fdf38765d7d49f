const textsMax = 20_000

/** A text within an output, with its JSON path and its key (empty at the root and in lists). */
export interface OutputText {
  path: string
  key: string
  text: string
}

/** The content of an output. */
export interface OutputContent {
  texts: OutputText[]
  /** Names of all object members at any depth, with their values. */
  members: { key: string; value: unknown }[]
  /** Whether a number or boolean occurs anywhere: content without text. */
  hasValues: boolean
}

/** Collects the texts of an output in document order, at most 20,000 of them. */
export function collectTexts(output: unknown): OutputContent {
  const content: OutputContent = { texts: [], members: [], hasValues: false }
  const waiting: { value: unknown; path: string; key: string }[] = [{ value: output, path: '$', key: '' }]
  for (let next = waiting.pop(); next && content.texts.length < textsMax; next = waiting.pop()) {
    const { value, path, key } = next
    if (typeof value === 'string') content.texts.push({ path, key, text: value })
    else if (typeof value === 'number' || typeof value === 'boolean') content.hasValues = true
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        waiting.push({ value: value[index], path: childPath(path, index), key: '' })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value).reverse()) {
        content.members.push({ key: name, value: member })
        waiting.push({ value: member, path: childPath(path, name), key: name })
      }
    }
  }
  return content
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Appends one step to a JSON path: `$.a`, `$.a[0]`, `$["a b"]`. */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  return identifier.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

/**
 * Turns a JSON Pointer (RFC 6901) into a JSON path: `/a/0/b` becomes `$.a[0].b`. The document at `start` decides whether a numeric step is
 * an index or an object member.
 */
export function pointerToPath(pointer: string, document: unknown, start = '$'): string {
  let path = start
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

/** Placeholder text without content. */
interface Filler {
  kind: 'marker' | 'dummy_text' | 'placeholder'
  text: string
}

const fillers: readonly (readonly [Filler['kind'], RegExp])[] = [
  ['marker', /(?:^|\n)[ \t>*#\-/]{0,20}(?:TODO|FIXME|TBD|XXX)\b(?!\s+(?:comments?|list|items?|app))/],
  [
    'marker',
    /\b(?:TODO|FIXME|TBD)\s*[:(]|[[(<](?:TODO|TBD|FIXME|TK)[\])>]|\b(?:is|are|remains?|still)\s+(?:TBD|TODO)\b/,
  ],
  ['marker', /^\s*(?:tbd|todo|tk)\s*[.!]?\s*$/i],
  ['marker', /\b(?:to be (?:determined|announced|completed|filled in|added later)|fill (?:this |me )?in later)\b/i],
  ['dummy_text', /\blorem ipsum\b|\bdolor sit amet\b/i],
  [
    'placeholder',
    /(?<![\w\])])[[<](?:(?:please )?(?:insert|enter|fill in|put|your)\s[^\]>\n]{1,60}|insert|placeholder|your[-_]\w+)[\]>](?![(\w])/i,
  ],
  ['placeholder', /(?<![\w\])])\[(?:company|first|last|full)?[-_ ]?(?:name|date|title|description|text)\](?![(\w:[])/i],
  [
    'placeholder',
    /\{\{\s*[A-Za-z_][\w. ]{0,60}\}\}|\b(?:your text (?:goes )?here|placeholder text|sample text here|content goes here)\b/i,
  ],
  ['placeholder', /^\s*(?:placeholder|\.{2,}|…|\?{2,}|x{3,}|asdf\w*|test test|foo bar)\s*$/i],
]

/** Keys whose values are code, in which placeholders are content. */
const isCode = /(?:code|template|command|script|html|sql|query|diff|patch|regex|pattern)$/i

/**
 * Finds the first filler of each kind in a text: "TODO", lorem ipsum, placeholders. Code between backticks is skipped.
 * @param key the key of the text in the output
 */
export function findFiller(text: string, key: string): Filler[] {
  if (isCode.test(key)) return []
  const prose = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  const found = new Map<Filler['kind'], Filler>()
  for (const [kind, shape] of fillers) {
    const match = shape.exec(prose)
    if (match && !found.has(kind)) found.set(kind, { kind, text: match[0].trim().slice(0, 80) })
  }
  return [...found.values()]
}
