/** What is wrong with a number that {@link findInfinite} finds. */
export const TOO_LARGE_NUMBER = 'is a number beyond what can be stored (about 1.8e308)'

type Json = { readonly [key: string | number]: unknown }
type Place = { value: object; key: string | number; outer: Place | null }

/**
 * Returns the path of a number that is not finite; null if there is none. JSON.parse turns a number beyond a double, such as 1e400, into
 * Infinity, which would be stored as null.
 */
export function findInfinite(value: unknown): (string | number)[] | null {
  if (isInfinite(value)) return []
  const waiting: Place[] = isParent(value) ? [{ value, key: '', outer: null }] : []
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const keys = Array.isArray(place.value) ? place.value.keys() : Object.keys(place.value)
    for (const key of keys) {
      const item = (place.value as Json)[key]
      if (isInfinite(item)) return [...pathOf(place), key]
      if (isParent(item)) waiting.push({ value: item, key, outer: place })
    }
  }
  return null
}

const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)
const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = []
  for (let { key, outer } = place; outer; { key, outer } = outer) path.push(key)
  return path.reverse()
}
