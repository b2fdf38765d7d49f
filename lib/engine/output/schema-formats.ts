import { Ajv } from 'ajv'
import addLibraryFormats from 'ajv-formats'

/** What the standard asks beyond what the library checks: a text has to satisfy both. */
const narrower: Record<string, RegExp> = {
  uuid: /^[\da-f-]{36}$/i,
  hostname: /[^.]$/,
  // No unit may be left out between two others (RFC 3339, appendix A).
  duration: /^P(?!\d+Y\d+D)[^T]*(?:T(?!\d+H\d+S).*)?$/,
  // Hours to 23 also in a leap second, and an offset of hours and minutes (RFC 3339, 5.6).
  'date-time': /^.{10}.(?:[01]\d|2[0-3]):.*(?:z|[+-]\d\d:\d\d)$/i,
  time: /^(?:[01]\d|2[0-3]):.*(?:z|[+-]\d\d:\d\d)$/i,
}

const library = new Ajv({ strict: false, logger: false })
addLibraryFormats(library)

const exact = Object.entries(narrower).map(([name, shape]) => {
  const isKept = library.compile({ format: name })
  return { name, check: (text: string) => shape.test(text) && isKept(text) }
})

/** Adds the formats of JSON Schema to a validator. */
export function addFormats(ajv: Ajv): void {
  addLibraryFormats(ajv)
  for (const { name, check } of exact) ajv.addFormat(name, check)
}
