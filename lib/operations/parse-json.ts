import { AppError } from './errors'

export const MAX_JSON_DEPTH = 100

/** Parses JSON text with bounded depth, so that no later walk over the value can overflow the stack. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') throw new AppError('malformed_body', 'the body is empty')
  if (isDeeperThan(text, MAX_JSON_DEPTH))
    throw new AppError('malformed_body', `the body is nested deeper than ${MAX_JSON_DEPTH} levels`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError(
      'malformed_body',
      `the body is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'}`,
    )
  }
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > limit) return true
    } else if (char === 0x7d || char === 0x5d) depth--
  }
  return false
}
