const block =
  /<\/?(?:address|article|aside|blockquote|body|caption|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|title|ul)\b[^<>]{0,2000}>/gi
const unread = /<(?:(script|style|svg|noscript|template)\b|!--)/gi
const cell = /<\/t[hd]\s*>\s*<t[hd]\b[^<>]{0,2000}>/gi
const inline = /<\/?[a-z][a-z\d-]*(?:\s[^<>]{0,2000})?\/?>/gi
const row = /<\/tr\s*>\s*(?:<\/?t(?:head|body|foot)\b[^<>]{0,2000}>\s*)*<tr\b[^<>]{0,2000}>/gi
const entity = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]{2,8}[1-4]{0,2}));/gi

const named: ReadonlyMap<string, string> = new Map(
  'amp & lt < gt > quot " apos \' nbsp \u00a0 ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » euro € pound £ yen ¥ cent ¢ copy © reg ® trade ™ deg ° middot · bull • times × divide ÷ plusmn ± micro µ sup2 ² sup3 ³ frac12 ½ frac14 ¼ frac34 ¾ szlig ß aelig æ AElig Æ oslash ø Oslash Ø'
    .match(/\S+ \S+/g)
    ?.map((one) => one.split(' ') as [string, string]),
)
/** Letters with an accent are called by both: "eacute". */
const accents: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['ring', '\u030a'],
  ['cedil', '\u0327'],
  ['caron', '\u030c'],
])

/** Returns the text that a page of HTML shows: a line for each paragraph and row, bars between cells. Other texts are returned as they are. */
export function shownText(text: string): string {
  // A sign is found much faster than a pattern.
  const isPage = text.includes('</') && /<\/(?:p|div|td|th|li|h[1-6]|body|ul|span|b|a|table)>/i.test(text)
  const shown = isPage ? withoutTags(text) : text
  return shown.includes('&') ? withoutEntities(shown) : shown
}

/** Cuts out scripts, styles and comments. What is never closed stays, and is looked for once. */
function withoutUnread(text: string): string {
  const small = text.toLowerCase()
  // Few letters change their length.
  const lower = small.length === text.length ? small : text
  const open = new Set<string>()
  let [shown, from] = ['', 0]
  for (const { 1: name, index } of lower.matchAll(unread)) {
    const close = name === undefined ? '-->' : `</${name}`
    if (index < from || open.has(close)) continue
    const end = lower.indexOf(close, index)
    const to = end < 0 ? -1 : lower.indexOf('>', end + close.length - 1) + 1
    if (to <= 0) open.add(close)
    else {
      shown += `${text.slice(from, index)} `
      from = to
    }
  }
  return shown + text.slice(from)
}

function withoutTags(text: string): string {
  return withoutUnread(text)
    .replace(cell, ' | ')
    .replace(row, '\n')
    .replace(/<li\b[^<>]{0,2000}>/gi, '\n\n- ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(block, '\n\n')
    .replace(inline, '')
    .replace(/\n[ \t]*(?:\n[ \t]*)+/g, '\n\n')
    .trim()
}

function withoutEntities(text: string): string {
  return text.replace(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name === undefined)
      return characterOf(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16)) ?? whole
    const accent = accents.get(name.slice(1).toLowerCase())
    return named.get(name) ?? (accent ? `${name.charAt(0)}${accent}`.normalize('NFC') : whole)
  })
}

/** Null for control characters and halves of a character, which no database takes as text. */
function characterOf(code: number): string | null {
  return code < 0x20 || (code >= 0xd8_00 && code <= 0xdf_ff) ? null : String.fromCodePoint(code)
}
