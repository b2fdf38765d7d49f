import { hasWords } from './workflows'

/** Facts that the texts of a template can refer to; null when unknown. */
export type Subject = Readonly<
  Record<'target' | 'release' | 'docs_url' | 'docs_query' | 'config_file' | 'config_content', string | null>
>

// The only subject described by the source document.
const TAILWIND: Subject = {
  target: 'Tailwind',
  release: 'Tailwind v4',
  docs_url: 'https://tailwindcss.com/docs',
  docs_query: 'Tailwind CSS v4 configuration',
  config_file: 'tailwind.config.js',
  config_content: '// Initial Tailwind config',
}

const ASPECT =
  '(?:in)?compatibility|compatible|versions?|versioning|configuration|config|syntax|validation|implementation|verification|tests?|testing|checks?|code style|lint(?:ing|er)?'
const LAST_ASPECT = new RegExp(`(?:^|\\s+)(?:${ASPECT})$`, 'iu')
const ANY_ASPECT = new RegExp(`(?:^|\\s)(?:${ASPECT})(?:\\s|$)`, 'iu')
const NAME_MAX = 80

/** Returns the subject being verified, without the verified aspect: "React Router version" is about "React Router". */
export function readSubject(target: string | null, thought: string): Subject {
  if (hasWords(target ?? thought, 'tailwind')) return TAILWIND
  const name = withoutAspects(target ?? '')
  return {
    target: name,
    release: name,
    docs_url: null,
    docs_query: name && `${name} documentation`,
    config_file: null,
    config_content: null,
  }
}

/** Strips aspects from the end of a name; null for a phrase such as "version of the monorepo", which is not a name. */
function withoutAspects(target: string): string | null {
  let name = target.trim().replace(/\s+/g, ' ')
  while (LAST_ASPECT.test(name)) name = name.replace(LAST_ASPECT, '').trim()
  return name === '' || name.length > NAME_MAX || ANY_ASPECT.test(name) ? null : name
}

/** Fills in the `{facts}` of `text`. A part in square brackets is left out if it contains an unknown fact. */
export function fillText(text: string, subject: Subject): string {
  return text
    .split(/(\[[^[\]]*\{\w+\}[^[\]]*\])/)
    .map((part, index) => (index % 2 === 1 ? (fillKnown(part.slice(1, -1), subject) ?? '') : fillOrName(part, subject)))
    .join('')
}

/** An unknown fact is replaced by its description. */
function fillOrName(text: string, subject: Subject): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isFact(name, subject) ? (subject[name] ?? `the ${name.replace('_', ' ')}`) : whole,
  )
}

/** Fills in the values of suggested inputs; undefined if one of them is unknown. */
export function fillInputs(
  inputs: Record<string, unknown> | undefined,
  subject: Subject,
): Record<string, unknown> | undefined {
  if (inputs === undefined) return undefined
  const entries = Object.entries(inputs).map(([key, value]) => [key, fillValue(value, subject)] as const)
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

function fillValue(value: unknown, subject: Subject): unknown {
  if (typeof value === 'string') return fillKnown(value, subject)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return fillInputs({ ...value }, subject)
  const filled = value.map((item) => fillValue(item, subject))
  return filled.includes(undefined) ? undefined : filled
}

/** Undefined if `text` refers to an unknown fact; other words in braces are kept. */
function fillKnown(text: string, subject: Subject): string | undefined {
  let isKnown = true
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!isFact(name, subject)) return whole
    if (subject[name] === null) isKnown = false
    return subject[name] ?? ''
  })
  return isKnown ? filled : undefined
}

function isFact(name: string, subject: Subject): name is keyof Subject {
  return Object.hasOwn(subject, name)
}
