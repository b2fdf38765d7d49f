import { isRecord } from '@/lib/contracts/is-record'
import { isLargeInteger } from '@/lib/engine/json/large-integers'

/** Whether JSON text may have a whole number beyond 2^53, at little cost. */
export const mayHaveLargeIntegers = (text: string): boolean => /\d{16}/.test(text)

/** Quotes the whole numbers of JSON text that are beyond 2^53, which JSON.parse would round. */
export function quoteLargeIntegers(text: string): string {
  let quoted = ''
  let [kept, seen, isInText] = [0, 0, false]
  for (const { 0: digits, index } of text.matchAll(/-?\d{16,}/g)) {
    for (; seen < index; seen++) {
      const code = text.charCodeAt(seen)
      if (isInText && code === BACKSLASH) seen++
      else if (code === QUOTE) isInText = !isInText
    }
    const end = index + digits.length
    if (isInText || isPart(text[index - 1]) || isPart(text[end]) || !isLargeInteger(digits)) continue
    quoted += `${text.slice(kept, index)}"${digits}"`
    kept = end
  }
  return kept === 0 ? text : quoted + text.slice(kept)
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Whether a character beside digits belongs to the same number, which is then no whole one. */
const isPart = (character: string | undefined) => character !== undefined && /[.eE+]/.test(character)

/**
 * Sets the values at some paths of a JSON value to those of another one of the same shape.
 * @param paths with `*` for each item of a list, such as `nodes.*.output`; what is not there is passed over
 */
export function takeValues(target: unknown, source: unknown, paths: readonly string[]): void {
  for (const path of paths) take(target, source, path.split('.'))
}

function take(target: unknown, source: unknown, [step = '', ...rest]: readonly string[]): void {
  if (step === '*') {
    if (!Array.isArray(target) || !Array.isArray(source)) return
    for (const [at, item] of target.entries()) take(item, source[at], rest)
  } else if (isRecord(target) && isRecord(source) && Object.hasOwn(target, step)) {
    if (rest.length === 0) target[step] = source[step]
    else take(target[step], source[step], rest)
  }
}
