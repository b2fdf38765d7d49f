/**
 * Whether a JSON value is short: its characters, those of its keys, the bytes of its binary values, and `perValue` for each value it
 * consists of make at most `max` together. Stops as soon as they are more.
 */
export function isShort(value: unknown, max: number, perValue = 1): boolean {
  let left = max
  const waiting = [value]
  while (left >= 0 && waiting.length > 0) {
    const next = waiting.pop()
    left -= perValue
    if (typeof next === 'string') left -= next.length
    else if (ArrayBuffer.isView(next)) left -= next.byteLength
    else if (Array.isArray(next)) {
      if (next.length * perValue > left) return false
      for (const item of next) waiting.push(item)
    } else if (typeof next === 'object' && next !== null)
      for (const [key, item] of Object.entries(next)) {
        left -= key.length
        if (left < 0) return false
        waiting.push(item)
      }
  }
  return left >= 0
}
