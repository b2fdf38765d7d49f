// Every string of a JSON text, and the colon behind it where it is a key.
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * Whether an object in this JSON text names a key twice. Readers differ in which of the two they take, so that one text
 * could say one thing to a person and another to whoever verifies it. `value` is the text parsed.
 */
export function hasTwinKeys(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) written++
  return written !== countKeys(value)
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), own)
}
