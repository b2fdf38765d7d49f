import { createParser } from 'nuqs/server'

const TEXT_MAX = 200

/** Parser of a search text in the URL, cut to the maximum length of a search. */
export const shortText = createParser({
  parse: (text) => text.slice(0, TEXT_MAX),
  serialize: (text: string) => text,
})

/** Parser of a share or score in [0, 1]; anything else is treated as absent. */
export const share = createParser({
  parse(text) {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return value >= 0 && value <= 1 ? value : null
  },
  serialize: String,
})

type Values = Record<string, unknown>
type OnlySet<T extends Values> = { [K in keyof T]?: Exclude<T[K], null> }

/** Returns the search parameters that are set, as the input of a list takes them: neither null nor an empty list. */
export function onlySet<T extends Values>(search: T): OnlySet<T> {
  const isSet = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(search).filter(isSet)) as OnlySet<T>
}
