import { AFTER_SIGN } from './digits'
import { matchesIn } from './plain-text'

/** Something that is copied letter by letter: a path, an address, an option, a name of a program, a code with a number. */
export interface Code {
  start: number
  end: number
  /** As written, without the marks around it. */
  written: string
  /** What it looks like: only codes of one form can stand in each other's place. */
  form: string
}

const [word, part] = ['[A-Za-z][A-Za-z\\d]{0,40}', '[\\w.-]{1,64}']
/** Each form; all lengths are bounded, so that no text takes long. */
const forms: Record<string, string> = {
  link: '\\bhttps?://[^\\s<>"\'`()\\]]{3,200}',
  mail: '(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64}){1,5}',
  option: '(?<![\\w-])--[a-z][\\w-]{1,40}',
  path: `(?<![\\w/.:~-])(?:~|\\.{1,2})?(?:/${part}){2,12}`,
  file: '(?<![\\w/.-])(?:[\\w-]{1,64}/){1,12}[\\w-]{1,64}\\.[a-z]\\w{0,4}(?![\\w/])',
  member: '(?<![\\w/.@-])[a-z]\\w{1,40}(?:\\.[a-z]\\w{1,40}){1,5}(?:\\(\\))?(?![\\w/.-]\\w)',
  snake: `(?<![\\w/.-])${word}(?:_[A-Za-z\\d]{1,40}){1,8}(?![\\w/-])`,
  camel: '(?<![\\w/.-])[a-z]{2,20}(?:[A-Z][a-z\\d]{1,20}){1,6}(?![\\w/-]|\\.\\.)',
  pascal: '(?<![\\w/.-])(?:[A-Z][a-z\\d]{1,20}){2,6}(?![\\w/-]|\\.\\.)',
  numbered: '(?<![\\w/.@-])(?:[A-Z]{1,4}\\d{1,12}|[A-Za-z]{2,20}(?:-[A-Za-z]{1,20}){0,4}-\\d{1,8})(?![\\w/-])',
}
const names = Object.keys(forms)
const pattern = new RegExp(
  `\`([\\w./~-][\\w ./:@~=-]{1,80}(?:\\(\\))?)\`|${names.map((name) => `(${forms[name]})`).join('|')}`,
  'g',
)
/** A part of every code, for a quick check. */
const sign = /[`_@/]|--|[a-z](?:[A-Z]|\.[a-z])|[A-Z]\d|[A-Za-z]-\d/
/** A capital or point within a word: found by that, since small letters are everywhere. */
const within = /[A-Z](?<=[a-z][A-Z])|\.(?<=[a-z]\.)[a-z]/

/** Whether a text may have a code. `digits`: what stands beside its digits, as bits of `digits.ts`. */
export function mayHaveCodes(text: string, digits: number): boolean {
  // Signs are found much faster than a pattern.
  return (
    ['`', '_', '@', '/', '--'].some((one) => text.includes(one)) || (digits & AFTER_SIGN) !== 0 || within.test(text)
  )
}

/** Returns the codes of a text, in order. */
export function codesIn(text: string): Code[] {
  if (!sign.test(text)) return []
  return matchesIn(text, pattern).map(({ 0: whole, 1: marked, index, ...match }) => {
    const at = names.findIndex((_, place) => (match as Record<number, string | undefined>)[place + 2] !== undefined)
    const written = withoutStop(marked ?? whole)
    const start = index + (marked === undefined ? 0 : 1)
    const form = marked === undefined ? (names[at] as string) : formOf(marked)
    return { start, end: start + written.length, written, form: `${form} ${shapeOf(form, written)}`.trim() }
  })
}

/** The form of what is marked as code; of several words, how many there are, and none of one. */
function formOf(marked: string): string {
  const [only] = codesIn(marked)
  if (only?.written === marked) return only.form.split(' ')[0] as string
  const words = marked.split(' ').length
  return words > 1 ? `words ${words}` : ''
}

/** What tells codes of one form apart besides: capitals, letters and digits. */
function shapeOf(form: string, written: string): string {
  if (form === 'snake') return written === written.toUpperCase() ? 'capitals' : ''
  return form === 'numbered' ? written.replace(/\d+/g, '9').replace(/[A-Za-z]+/g, 'a') : ''
}

/** A text without the signs that end a sentence. */
function withoutStop(text: string): string {
  let end = text.length
  while (end > 1 && '.,;:!?'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
