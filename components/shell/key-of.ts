/**
 * Returns a pressed key as shortcuts name it. A letter of another script is the Latin one in the same place, and its case is that of Shift:
 * caps lock must not turn x into X, which does something else.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (!/^\p{L}$/u.test(key)) return key
  const letter = /^\p{Script=Latin}$/u.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}
