import type { OutputContent } from '@/lib/engine/output/collect-texts'

const headings = [
  /^[ \t]{0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$/,
  /^[ \t]{0,3}(?:\d+(?:\.\d+)*[.)]?[ \t]+)?\*\*(.+?)\*\*:?[ \t]*$/,
  /^[ \t]{0,3}(?:\d+(?:\.\d+)*[.)]?[ \t]+)?([\p{L}\d][\p{L}\d &/()'-]{0,60}):[ \t]*(\S.*)?$/u,
]

interface Section {
  name: string
  level: number
  hasBody: boolean
}

/** State of a section that must be there: filled, without content, or not found. Headings, bold lines, `Name:` and keys count. */
export function findSection(wanted: string, { texts, members }: OutputContent): 'filled' | 'empty' | 'missing' {
  const name = plain(wanted)
  const keyed = members.filter(({ key }) => plain(key) === name).map(({ value }) => hasContent(value))
  const written = texts.flatMap(({ text }) => sectionsOf(text)).filter((section) => section.name === name)
  const states = [...keyed, ...written.map(({ hasBody }) => hasBody)]
  if (states.length === 0) return 'missing'
  return states.some(Boolean) ? 'filled' : 'empty'
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  for (const line of text.split(/\r?\n/)) {
    const heading = headingOf(line)
    if (heading) {
      const parent = sections.at(-1)
      if (parent && heading.level > parent.level) parent.hasBody = true
      sections.push(heading)
    } else if (line.trim()) {
      const last = sections.at(-1)
      if (last) last.hasBody = true
    }
  }
  return sections
}

function headingOf(line: string): Section | null {
  for (const [index, shape] of headings.entries()) {
    const match = shape.exec(line)
    if (!match) continue
    const [, first = '', second = ''] = match
    if (index === 0) return { name: plain(second), level: first.length, hasBody: false }
    return { name: plain(first), level: 6 + index, hasBody: index === 2 && second !== '' }
  }
  return null
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return value !== null && value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0)
}

/** Lower case without numbering, marks and separators: `2. Key_findings:` is `key findings`. */
function plain(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}
