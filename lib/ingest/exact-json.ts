import { isRecord } from '@/lib/contracts/is-record'

/** Whether JSON text may have a whole number beyond 2^53, at little cost. */
export const mayHaveLargeIntegers = (text: string): boolean => /(?:^|[[:,\s])-?\d{16}/.test(text)

/** Quotes the whole numbers of JSON text that are beyond 2^53 where JSON.parse would round them. */
export function quoteLargeIntegers(text: string): string {
  let [quoted, kept, seen, isInText] = ['', 0, 0, false]
  for (const { 0: digits, index } of text.matchAll(/(?<![\w.+-])-?[1-9]\d{15,}(?![\w.])/g)) {
    for (; seen < index; seen++)
      if (text[seen] === '\\') seen++
      else if (text[seen] === '"') isInText = !isInText
    if (isInText || String(Number(digits)) === digits) continue
    quoted += `${text.slice(kept, index)}"${digits}"`
    kept = index + digits.length
  }
  return quoted + text.slice(kept)
}

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
