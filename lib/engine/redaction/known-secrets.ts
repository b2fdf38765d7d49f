import type { RedactionRules } from '@/lib/contracts/data'

type Kind = RedactionRules['kinds'][number]
/** Replaces all secrets of one kind; returns the text unchanged if it has none. */
type Finder = (text: string, replacement: string) => string

// All quantifiers are bounded, which limits backtracking.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu
const CARD = /(?<![\d.])[2-6](?:[ -]?\d){12,18}(?![\d])/g
const API_KEY = new RegExp(
  [
    'sk-[A-Za-z0-9_-]{16,}',
    '[srp]k_(?:live|test)_[A-Za-z0-9]{10,}',
    'gh[oprsu]_[A-Za-z0-9]{20,}',
    'github_pat_[A-Za-z0-9_]{20,}',
    'glpat-[A-Za-z0-9_-]{16,}',
    'xox[abeprs]-[A-Za-z0-9-]{10,}',
    'A(?:KIA|SIA)[A-Z0-9]{16}',
    'AIza[A-Za-z0-9_-]{30,}',
    'hf_[A-Za-z0-9]{20,}',
    'npm_[A-Za-z0-9]{30,}',
    'vrt_[A-Za-z0-9_-]{20,}',
    'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}',
  ]
    .map((key) => `(?:${key})`)
    .join('|')
    .replace(/^/, '(?<![A-Za-z0-9])(?:')
    .replace(/$/, ')'),
  'g',
)
const BEARER = /\b(bearer\s{1,4})(?=[^\s]{0,200}\d)[A-Za-z0-9._~+/=-]{16,}/gi

/** Finders by kind of secret, which recognize it by its shape. */
export const KNOWN_SECRETS: Record<Kind, Finder> = {
  email: (text, replacement) => (text.includes('@') ? text.replace(EMAIL, replacement) : text),
  card: (text, replacement) => text.replace(CARD, (found) => (isCardNumber(found) ? replacement : found)),
  api_key: (text, replacement) => text.replace(API_KEY, replacement),
  bearer: (text, replacement) => text.replace(BEARER, (_, word: string) => `${word}${replacement}`),
}

/** Luhn check of 13 to 19 digits; one in ten other numbers passes by chance. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
