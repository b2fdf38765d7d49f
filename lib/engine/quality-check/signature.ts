const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const URL_PATH = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/'")]+)\/[^\s'")]*/g
const UNIX_PATH = /(^|[\s'"(=[])~?\/[^\s'"),:\]]+/g
const WINDOWS_PATH = /\b[a-z]:\\[^\s'"),\]]+/g
const NUMBER = /\b0x[0-9a-f]+\b|\d+/g

/**
 * The part of an error message that stays the same between two occurrences of one fault: lower case, without uuids, paths
 * and digits. Empty for an empty message.
 */
export function failureSignature(error: string): string {
  return error
    .toLowerCase()
    .replace(UUID, '#')
    .replace(URL_PATH, '$1')
    .replace(UNIX_PATH, '$1')
    .replace(WINDOWS_PATH, '')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
}
