import { findContradictions } from '@/lib/engine/hallucination/find-contradictions'
import { readGiven, toMaterial } from '@/lib/engine/hallucination/to-material'
import { collectTexts, type OutputContent, type OutputText } from '@/lib/engine/output/collect-texts'
import { findDangling } from '@/lib/engine/output/find-dangling'
import { findFiller } from '@/lib/engine/output/find-filler'
import { findSection } from '@/lib/engine/output/find-sections'

const nothingGiven = readGiven({})
const readableCharacters = 200_000
const isCode = /(?:code|template|command|script|html|sql|query|diff|patch|regex|pattern)$/i

/** What an output must and must not contain. Lengths count the characters of all its texts. */
export interface ContentRules {
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Headings, `Name:` lines or keys that must be there and filled. */
  requiredSections?: readonly string[] | undefined
  /** Words or phrases that must not occur, in any case. */
  prohibited?: readonly string[] | undefined
}

export interface ContentIssue {
  code:
    | 'empty_content'
    | 'filler'
    | 'too_short'
    | 'too_long'
    | 'missing_section'
    | 'empty_section'
    | 'prohibited'
    | 'contradiction'
    | 'dangling_reference'
  path: string
  message: string
  severity: 'error'
}

/** Checks whether the content of an output is meaningful, of the right size, complete, free of contradictions and of loose ends. */
export function validateContent(output: unknown, rules: ContentRules = {}): ContentIssue[] {
  const content = collectTexts(output)
  const isEmpty = !content.hasValues && content.texts.every(({ text }) => text.trim() === '')
  const empty = isEmpty ? [issue('empty_content', '$', 'the output has no content')] : []
  return [
    ...empty,
    ...content.texts.flatMap((text) => textIssues(text, rules)),
    ...lengthIssues(content, rules),
    ...sectionIssues(content, rules),
  ]
}

function textIssues({ path, key, text: whole }: OutputText, { prohibited = [] }: ContentRules): ContentIssue[] {
  const text = whole.slice(0, readableCharacters)
  return [
    ...(isCode.test(key) ? [] : findFiller(text)).map((filler) =>
      issue('filler', path, `"${filler.text}" is filler, not content`),
    ),
    ...prohibited
      .filter((phrase) => occurs(text, phrase))
      .map((phrase) => issue('prohibited', path, `contains "${phrase}"`)),
    ...findContradictions(toMaterial(text, nothingGiven)).findings.map(({ span, evidence }) =>
      issue('contradiction', path, `"${span.text.slice(0, 120)}": ${evidence}`),
    ),
    ...findDangling(text).map((reference) =>
      issue('dangling_reference', path, `${reference.text}: ${reference.message}`),
    ),
  ]
}

function lengthIssues({ texts }: OutputContent, { minLength, maxLength }: ContentRules): ContentIssue[] {
  const length = texts.reduce((sum, { text }) => sum + text.trim().length, 0)
  if (minLength !== undefined && length < minLength)
    return [issue('too_short', '$', `${length} characters, at least ${minLength} are wanted`)]
  if (maxLength !== undefined && length > maxLength)
    return [issue('too_long', '$', `${length} characters, at most ${maxLength} are wanted`)]
  return []
}

function sectionIssues(content: OutputContent, { requiredSections = [] }: ContentRules): ContentIssue[] {
  return requiredSections.flatMap((name) => {
    const state = findSection(name, content)
    if (state === 'missing') return [issue('missing_section', '$', `the section "${name}" is missing`)]
    return state === 'empty' ? [issue('empty_section', '$', `the section "${name}" is empty`)] : []
  })
}

/** Whole words, in any case; a phrase that begins or ends with a sign is found anywhere. */
function occurs(text: string, phrase: string): boolean {
  const wanted = phrase.trim()
  if (!wanted) return false
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  const start = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}])' : ''
  const end = /[\p{L}\p{N}]$/u.test(wanted) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${start}${escaped}${end}`, 'iu').test(text)
}

function issue(code: ContentIssue['code'], path: string, message: string): ContentIssue {
  return { code, path, message, severity: 'error' }
}
