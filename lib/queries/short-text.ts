import { createParser } from 'nuqs/server'

const TEXT_MAX = 200

/** Parser of a search text in the URL, cut to the maximum length of a search. */
export const shortText = createParser({
  parse: (text) => text.slice(0, TEXT_MAX),
  serialize: (text: string) => text,
})
