import type { OutputOf } from '@/lib/contracts/contract'
import type { ValidateOutput as Contract } from '@/lib/contracts/quality/output'
import { escapePattern } from '../escape-pattern'
import { contradictionsIn, memberContradictions } from './member-contradictions'
import { collectTexts, findFiller, type OutputContent, type OutputText } from './texts'

const readableCharacters = 200_000

/** What an output must and must not contain. Lengths count the characters of all its texts. */
export interface ContentRules {
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Headings, `Name:` lines or keys that must exist and have content. */
  requiredSections?: readonly string[] | undefined
  /** Words or phrases that must not occur, ignoring case. */
  prohibited?: readonly string[] | undefined
}

type ContentIssue = OutputOf<Contract>['errors'][number]

/**
 * Checks whether the content of an output is meaningful, of the right size, complete, and free of contradictions and dangling references.
 */
export function validateContent(output: unknown, rules: ContentRules = {}): ContentIssue[] {
  const content = collectTexts(output)
  const isEmpty = !content.hasValues && content.texts.every(({ text }) => text.trim() === '')
  const empty = isEmpty ? [issue('empty_content', '$', 'the output has no content')] : []
  return [
    ...empty,
    ...content.texts.flatMap((text) => textIssues(text, rules)),
    ...memberContradictions(content.texts).map(({ path, text, evidence }) => contradiction(path, text, evidence)),
    ...lengthIssues(content, rules),
    ...sectionIssues(content, rules),
  ]
}

function textIssues({ path, key, text: whole }: OutputText, { prohibited = [] }: ContentRules): ContentIssue[] {
  const text = whole.slice(0, readableCharacters)
  const composed = prohibited.length > 0 ? text.normalize() : ''
  return [
    ...findFiller(text, key).map((filler) => issue('filler', path, `"${filler.text}" is filler, not content`)),
    ...prohibited
      .filter((phrase) => occurs(composed, phrase.normalize()))
      .map((phrase) => issue('prohibited', path, `contains "${phrase}"`)),
    ...contradictionsIn(text).map(({ span, evidence }) => contradiction(path, span.text, evidence)),
    ...findDangling(text).map((reference) =>
      issue('dangling_reference', path, `${reference.text}: ${reference.message}`),
    ),
  ]
}

const counted = (length: number) => `${length} ${length === 1 ? 'character' : 'characters'}`

function lengthIssues({ texts }: OutputContent, { minLength, maxLength }: ContentRules): ContentIssue[] {
  const length = texts.reduce((sum, { text }) => sum + charactersIn(text.trim()), 0)
  if (minLength !== undefined && length < minLength)
    return [issue('too_short', '$', `${counted(length)}, at least ${minLength} are wanted`)]
  if (maxLength !== undefined && length > maxLength)
    return [issue('too_long', '$', `${counted(length)}, at most ${maxLength} are wanted`)]
  return []
}

/** Counts as JSON Schema does: a character outside the basic plane is one, not two. */
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function sectionIssues(content: OutputContent, { requiredSections = [] }: ContentRules): ContentIssue[] {
  return requiredSections.flatMap((name) => {
    const state = findSection(name, content)
    if (state === 'missing') return [issue('missing_section', '$', `the section "${name}" is missing`)]
    return state === 'empty' ? [issue('empty_section', '$', `the section "${name}" is empty`)] : []
  })
}

/** Whether a phrase occurs as whole words, ignoring case; a phrase that begins or ends with a symbol matches anywhere. */
function occurs(text: string, phrase: string): boolean {
  const wanted = phrase.trim()
  if (!wanted) return false
  const escaped = escapePattern(wanted).replace(/\s+/g, '\\s+')
  const start = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}])' : ''
  const end = /[\p{L}\p{N}]$/u.test(wanted) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${start}${escaped}${end}`, 'iu').test(text)
}

function issue(code: ContentIssue['code'], path: string, message: string): ContentIssue {
  return { code, path, message, severity: 'error' }
}

function contradiction(path: string, text: string, evidence: string): ContentIssue {
  return issue('contradiction', path, `"${text.slice(0, 120)}": ${evidence}`)
}

/** A reference to something the text itself does not contain. */
interface DanglingReference {
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
function findDangling(text: string): DanglingReference[] {
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

/** Returns the anchors that common renderers create for headings and for `id` and `name` attributes. */
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

/**
 * Returns the state of a required section: filled, without content, or not found. Headings, bold lines, `Name:` and keys count as sections.
 */
function findSection(wanted: string, { texts, members }: OutputContent): 'filled' | 'empty' | 'missing' {
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

/** Lower-cases a name and removes numbering, markup and separators: `2. Key_findings:` becomes `key findings`. */
function plain(text: string): string {
  return text
    .normalize()
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}
