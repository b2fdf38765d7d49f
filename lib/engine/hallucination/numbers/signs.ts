import { isDigitAt } from '../text/characters'

/** Words that tell which way a value goes, so that its sign need not. */
const direction =
  /\b(?:minus|negative|below|under|loss(?:es)?|los[et]|losing|deficit|f[ae]ll\w*|drop\w*|declin\w*|decreas\w*|reduc\w*|shr[aiu]nk\w*|down\w*|less|fewer|lower\w*|cut\w*|discount\w*|refund\w*|return\w*|debit\w*|credit\w*|withdr[ae]w\w*|pa(?:id|y\w*)|spen[dt]\w*|ow(?:e[sd]?|ing)|charg\w*|chang\w*|contract\w*|slip\w*|slid\w*|plung\w*|tumbl\w*|worse\w*|behind|short\w*|over(?:draft|drawn)|dip\w*|s[aiu]nk\w*|off|sav\w*|subtract\w*|deduct\w*|expen\w*|costs?|outflow\w*|transfer\w*|sen[dt]\w*|remov\w*|differ\w*|gap|swing|absolute|magnitude)\b/i
/** Characters around a number in which such a word tells its way. */
const REACH = 80
/** A sign before digits or their currency, not before a space: a dash. */
const signed = /[-−–][$€£¥]?\d/

/** Whether a text may have a negative number. */
export function mayHaveMinus(text: string): boolean {
  return signed.test(text)
}

/**
 * Returns where the minus of the number stands whose first digit is at a position; -1 if it has none. A hyphen that begins a line marks an
 * item, and one behind a digit is a range or a difference.
 */
export function minusBefore(text: string, digit: number): number {
  const at = /[$€£¥]/.test(text.charAt(digit - 1)) ? digit - 2 : digit - 1
  const sign = text.charAt(at)
  if (!/[-−–]/.test(sign)) return -1
  if (at > 0 && !/[\s([:=|,;"“]/.test(text.charAt(at - 1))) return -1
  let before = at - 1
  while (before >= 0 && /[^\S\n]/.test(text.charAt(before))) before--
  const isLineStart = before < 0 || text.charAt(before) === '\n'
  if ((isLineStart && sign !== '−') || isDigitAt(text, before) || /[%)°]/.test(text.charAt(before))) return -1
  return at
}

/** Whether words near a position tell which way a value goes. */
export function hasDirection(text: string, at: number): boolean {
  return direction.test(text.slice(Math.max(0, at - REACH), at + REACH))
}
