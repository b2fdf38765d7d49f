import { createParser } from 'nuqs/server'

const TEXT_MAX = 200

/** Words in an address, cut to what a search may take. */
export const shortText = createParser({
  parse: (text) => text.slice(0, TEXT_MAX),
  serialize: (text: string) => text,
})
