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
