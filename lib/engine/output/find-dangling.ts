/** A reference to something the text itself does not contain. */
export interface DanglingReference {
  text: string
  message: string
}

const listHeading = /^[ \t#*_]*(?:references|sources|bibliography|citations|works cited)[ \t*_:]*$/im
const entry = /^[ \t]*(?:\[(\d{1,3})\]|(\d{1,3})[.)])[: \t]+\S/gm
const cited = /(?<![\w\])!])\[(\d{1,3})\](?![(:[\w])/g
const footnoteUse = /\[\^([\w-]{1,40})\](?!:)/g
const footnoteText = /^[ \t]*\[\^([\w-]{1,40})\]:/gm
const linkUse = /(?<![!\w\])])\[[^\]\n]{1,200}\]\[([^\]\n]{1,80})\]/g
const linkText = /^[ \t]*\[([^\]\n^]{1,80})\]:[ \t]*\S/gm
const anchorUse = /\[[^\]\n]{1,200}\]\(#([^)\s]{1,120})\)/g
const heading = /^#{1,6}[ \t]+(\S.*)$/gm

/** Finds citations without an entry in the text's own list, footnotes and links without a definition, anchors without a heading. */
export function findDangling(text: string): DanglingReference[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '))
  const listStart = listHeading.exec(prose)?.index ?? -1
  const entries = listStart < 0 ? null : names(prose.slice(listStart), entry)
  const found = [
    ...missing(prose, footnoteUse, names(prose, footnoteText), 'the footnote has no text'),
    ...missing(prose, linkUse, names(prose, linkText), 'the link has no address'),
    ...missing(prose, anchorUse, anchors(prose), 'no heading has this anchor'),
    ...(entries && entries.size > 0
      ? missing(prose.slice(0, listStart), cited, entries, 'the list of references has no such entry')
      : []),
  ]
  return [...new Map(found.map((reference) => [reference.text, reference])).values()]
}

function missing(text: string, use: RegExp, known: ReadonlySet<string>, message: string): DanglingReference[] {
  return [...text.matchAll(use)]
    .filter((match) => !known.has((match[1] ?? '').toLowerCase()))
    .map((match) => ({ text: match[0], message }))
}

function names(text: string, shape: RegExp): Set<string> {
  return new Set([...text.matchAll(shape)].map((match) => (match[1] ?? match[2] ?? '').toLowerCase()))
}

/** Anchors as common renderers make them of headings and of `id` and `name` attributes. */
function anchors(text: string): Set<string> {
  const slugs = [...text.matchAll(heading)].map((match) => slug(match[1] ?? ''))
  const ids = [...text.matchAll(/\b(?:id|name)=["']([^"']+)["']/g)].map((match) => (match[1] ?? '').toLowerCase())
  const seen = new Map<string, number>()
  const numbered = slugs.map((name) => {
    const earlier = seen.get(name) ?? 0
    seen.set(name, earlier + 1)
    return earlier > 0 ? `${name}-${earlier}` : name
  })
  return new Set([...numbered, ...ids])
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
